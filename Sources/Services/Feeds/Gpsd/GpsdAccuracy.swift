/// What gpsd's errors say of the radius within which a position lies with 68 %.
///
/// gpsd tells 95 % where it estimates the errors itself: then they are the dilution times a constant of gpsd.h
/// (H_UERE_NO_DGPS 19 or 15, V_UERE_NO_DGPS 23, a quarter of them with DGPS). What a receiver tells itself is passed on,
/// and is about one sigma.
struct GpsdAccuracy: Hashable, Sendable {
    /// Dilution of precision, from the last SKY.
    var horizontal: Double?
    var vertical: Double?

    /// From 95 to 68 % of a circular normal distribution: √(ln 0.32 / ln 0.05).
    static let radiusShare = 0.6167
    /// From 95 to 68 % of a normal distribution: 0.9945 / 1.96.
    static let heightShare = 0.5074

    /// The radius in metres; nil where gpsd tells no error.
    func radius(of position: GpsdPosition) -> Double? {
        if let error = position.horizontalError {
            return Self.isEstimate(error, of: horizontal, by: 19) ? Self.radiusShare * error : error
        }
        guard let east = position.eastError, let north = position.northError else { return nil }
        return Self.radiusShare * (east * east + north * north).squareRoot()
    }

    /// The same of the altitude.
    func height(of position: GpsdPosition) -> Double? {
        guard let error = position.verticalError else { return nil }
        return Self.isEstimate(error, of: vertical, by: 23) ? Self.heightShare * error : error
    }

    /// Whether an error is a dilution times gpsd's constant, to a per cent.
    private static func isEstimate(_ error: Double, of dilution: Double?, by factor: Double) -> Bool {
        guard let dilution else { return false }
        return [factor, factor / 4].contains { abs(error - $0 * dilution) <= 0.01 * $0 * dilution }
    }
}
