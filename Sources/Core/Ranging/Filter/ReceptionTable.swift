import Glibc
import Synchronization

/// What is to be expected by a ``ReceptionModel`` in each range of distance, worked out once for all filters of it.
final class ReceptionTable: Sendable {
    let model: ReceptionModel
    /// The strength to expect in each range, in dBm, without bias and shadowing.
    let strengths: Cells
    /// The variance, in dB², of what is not known of the loss over each range: the exponent is only nearly right.
    let spread: Cells

    private init(_ model: ReceptionModel) {
        self.model = model
        strengths = Cells { Float(model.strength(at: DistanceDistribution.middle($0))) }
        spread = Cells {
            let loss = Self.exponentSigma * 10 * log10(max(1, DistanceDistribution.middle($0)))
            return Float(loss * loss)
        }
    }

    /// The table of a model: one of those at hand, or a new one.
    static func of(_ model: ReceptionModel) -> ReceptionTable {
        known.withLock { known in
            if let table = known.first(where: { $0.model == model }) { return table }
            let table = ReceptionTable(model)
            // Whoever has another for each of many tags works it out each time.
            if known.count == most { known.removeFirst() }
            known.append(table)
            return table
        }
    }

    private static let known = Mutex<[ReceptionTable]>([])
    /// So many tables are at hand; our choice.
    private static let most = 32
    /// The standard deviation of the path-loss exponent from one place to another: 2 in the open, 3 among clutter.
    private static let exponentSigma = 0.4
}
