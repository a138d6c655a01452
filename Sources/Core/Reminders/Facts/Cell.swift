public import Tracking

/// A rounded position, which stands for all around it: no exact one leaves this machine.
public struct Cell: Hashable, Comparable, Sendable {
    /// Of its middle, in hundredths of a degree north, -9,000 to 9,000.
    public let latitude: Int
    /// Of its middle, in hundredths of a degree east, -18,000 to 17,999.
    public let longitude: Int

    /// The cell of 0.1° (11 km from north to south) in which people share a forecast.
    public static func weather(of position: Coordinate) -> Cell { Cell(position, step: 10) }

    /// The cell of 0.02° (2.2 km from north to south) in which people share a list of shops.
    public static func spots(of position: Coordinate) -> Cell { Cell(position, step: 2) }

    /// The cell of ``weather(of:)``, or one that a position is at most a tenth outside of: at a border nobody changes cells
    /// with each position.
    static func weather(of position: Coordinate, near cell: Cell?) -> Cell {
        cell.flatMap { $0.isNear(position, step: 10) ? $0 : nil } ?? weather(of: position)
    }

    /// The same for ``spots(of:)``.
    static func spots(of position: Coordinate, near cell: Cell?) -> Cell {
        cell.flatMap { $0.isNear(position, step: 2) ? $0 : nil } ?? spots(of: position)
    }

    private func isNear(_ position: Coordinate, step: Int) -> Bool {
        let reach = 0.6 * Double(step)
        let east = (position.longitude * 100 - Double(longitude)).magnitude
        return (position.latitude * 100 - Double(latitude)).magnitude <= reach && min(east, 36_000 - east) <= reach
    }

    /// A cell by its middle; nil for what is on no globe.
    public init?(latitude: Int, longitude: Int) {
        guard (-9000...9000).contains(latitude), (-18_000..<18_000).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    private init(_ position: Coordinate, step: Int) {
        func rounded(_ degrees: Double) -> Int { Int((degrees * 100 / Double(step)).rounded()) * step }
        latitude = rounded(position.latitude)
        let east = rounded(position.longitude)
        // Both sides of the date line are one.
        longitude = east == 18_000 ? -18_000 : east
    }

    /// The middle; nil never, but a coordinate's range is checked where it is made.
    public var middle: Coordinate? {
        try? Coordinate(latitude: Double(latitude) / 100, longitude: Double(longitude) / 100)
    }

    /// The latitude of its middle in degrees, with two decimals.
    public var north: String { Self.decimal(latitude) }

    /// The longitude of its middle in degrees, with two decimals.
    public var east: String { Self.decimal(longitude) }

    /// Hundredths as a decimal, which no rounding of binary fractions can lengthen.
    public static func decimal(_ hundredths: Int) -> String {
        let rest = hundredths.magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    public static func < (left: Cell, right: Cell) -> Bool {
        (left.latitude, left.longitude) < (right.latitude, right.longitude)
    }
}
