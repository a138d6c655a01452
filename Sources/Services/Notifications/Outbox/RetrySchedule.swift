/// When something that failed is tried again: after a bound that doubles, less a random part of its half.
///
/// The random part keeps many senders apart that lost the same receiver at the same moment.
public struct RetrySchedule: Hashable, Sendable {
    public var first: Duration
    public var most: Duration

    public init(first: Duration = .seconds(2), most: Duration = .seconds(600)) {
        (self.first, self.most) = (first, most)
    }

    /// How long to wait after so many failures in a row, from 1: between the half and the whole of the bound.
    public func delay(after failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let bound = min(first * (1 << min(30, max(0, failures - 1))), most)
        let share = Double(generator.next() >> 11) * 0x1p-53
        return bound / 2 + bound / 2 * share
    }
}
