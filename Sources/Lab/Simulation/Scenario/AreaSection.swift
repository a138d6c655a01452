import Settings
import Tracking

/// The keys of a section that says where an area is: `at` with `radius-m`, or `points`.
protocol AreaSettingsKey: SettingsKey {
    static var at: Self { get }
    static var radius: Self { get }
    static var points: Self { get }
}

extension SettingsSection where Key: AreaSettingsKey {
    /// The area: a polygon where there are `points`, with which only some other keys go, else a circle.
    func area(pointsWith others: Set<Key>) throws(SettingsError) -> Area {
        if let points = self[.points] {
            try allow(others.union([.points]), with: "'points'")
            let corners = try points.list().map { corner throws(SettingsError) in try corner.coordinate() }
            do { return try .polygon(through: corners) } catch { throw SettingsError(points.place, "\(error)") }
        }
        let centre = try required(.at).coordinate()
        let radius = try required(.radius)
        let metres = try radius.number(in: 1...10_000, unit: "m")
        do { return try .circle(around: centre, radius: metres) } catch {
            throw SettingsError(radius.place, "\(error)")
        }
    }
}
