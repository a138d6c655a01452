import Ranging

/// Rice's distribution: how far apart two positions seem that err alike in all directions.
enum Rice {
    /// The density, in 1/m per metre measured, of a measured distance for each range of the true one.
    ///
    /// The last range stands for all that is farther.
    ///
    /// - Parameters:
    ///   - measured: Metres.
    ///   - sigma: The standard deviation of the difference along any one direction, in metres, above 0.
    /// - Returns: The density without the factor `measured`, which all ranges have in common.
    static func likelihood(of measured: Double, sigma: Double) -> Cells {
        // Within a range any distance is as likely: that is a doubt too.
        let doubt = (sigma * sigma + measured * measured * width * width).squareRoot()
        let scale = Float(1 / doubt)
        var cells = middles
        cells[63] = max(cells[63], Float(measured))
        let seen = Float(measured) * scale
        for index in 0..<8 {
            cells.blocks[index] = density(of: seen, at: cells.blocks[index] * scale) * (scale * scale)
        }
        return cells
    }

    /// What is known of the distance to a place that was left, from how far away that seems; the least doubt is a
    /// metre.
    static func distribution(around separation: Separation) -> DistanceDistribution {
        let likelihood = likelihood(of: separation.distance, sigma: max(1, separation.sigma))
        // A wide range holds more places than a narrow one.
        return DistanceDistribution(likelihood * middles)
    }

    /// The density for a standard deviation of 1.
    private static func density(of seen: Float, at distance: Cells.Block) -> Cells.Block {
        let off = distance - seen
        let product = distance * seen
        // e^-x I0(x) by J. Olivares et al., "A simple and accurate approximation to the modified Bessel function", 2018.
        let square = product * product
        let root = (1 + square * 0.25).squareRoot().squareRoot()
        let falling = 0.5 + 0.5 * exponential(product * -2)
        let bessel = falling * (1 + square * 0.24273) / (root * (1 + square * 0.43023))
        return exponential(off * off * -0.5) * bessel
    }

    /// The exponential function of numbers up to 0: within a per cent near 0, and as good as 0 far below.
    private static func exponential(_ power: Cells.Block) -> Cells.Block {
        var base = 1 + power * (1 / 4096)
        base.replace(with: 0, where: base .< 0)
        for _ in 0..<12 { base *= base }
        return base
    }

    /// The standard deviation of an even distribution within a range, as a share of the distance.
    private static let width = (DistanceDistribution.factor - 1) / 12.0.squareRoot()
    /// The middle of each range, in metres.
    private static let middles = Cells { Float(DistanceDistribution.middle($0)) }
}
