import Paths
import Settings
import Tracking

/// The keys with which a section says where something is; exactly one of the first four may stand.
struct MovementFields {
    var position: SettingsValue?
    var points: SettingsValue?
    var path: SettingsValue?
    var with: SettingsValue?
    var speed: SettingsValue?
    var place: Place

    /// Refuses none and several of the ways to say it, and a speed where there is no path.
    func check() throws(SettingsError) {
        let ways = [("position", position), ("points", points), ("path", path), ("with", with)]
        let told = ways.compactMap { name, value in value.map { (name: name, place: $0.place) } }
        if told.count > 1 {
            let names = told.map { "'\($0.name)'" }
            throw SettingsError(told[1].place, "\(names[0]) and \(names[1]) both say where it is: one is expected")
        }
        guard !told.isEmpty else {
            throw SettingsError(
                place,
                "nothing says where it is: position, points, path or, for a tracker, with is expected"
            )
        }
        if let speed, path == nil { throw SettingsError(speed.place, "'speed' only goes with 'path'") }
    }
}

/// Turns positions, points and path files into tracks; a file is read once however often it is named.
struct MovementReader {
    private let directory: String
    private var paths: [String: Path] = [:]

    private enum PointKey: String, SettingsKey { case at, lat, lon }

    init(directory: String) {
        self.directory = directory
    }

    mutating func track(_ fields: MovementFields) throws(SettingsError) -> Track {
        try fields.check()
        if let position = fields.position { return Track(at: try position.coordinate()) }
        if let points = fields.points { return try Self.track(points: points) }
        guard let value = fields.path else { throw SettingsError(fields.place, "'path' is missing") }
        let speed = try fields.speed?.number(in: 0.01...1000, unit: "m/s") ?? Track.walkingPace
        return Track(try path(value), speed: speed)
    }

    private mutating func path(_ value: SettingsValue) throws(SettingsError) -> Path {
        let file = FilePlace.join(directory, try value.string())
        if let path = paths[file] { return path }
        do {
            let path = try Path(file: file)
            paths[file] = path
            return path
        } catch {
            throw SettingsError(value.place, "the path cannot be read: \(error)")
        }
    }

    private static func track(points value: SettingsValue) throws(SettingsError) -> Track {
        var points: [(at: Duration, coordinate: Coordinate)] = []
        for entry in try value.list() {
            let section = try entry.section(PointKey.self)
            let at = try section.required(.at)
            let time = try at.duration()
            if let last = points.last, time < last.at {
                let message = "the times run backwards: \(time.compact) comes after \(last.at.compact)"
                throw SettingsError(at.place, message)
            }
            let (latitude, longitude) = (try section.required(.lat), try section.required(.lon))
            points.append((time, try SettingsValue.coordinate(latitude: latitude, longitude: longitude)))
        }
        guard let track = Track(points: points) else {
            throw SettingsError(value.place, "at least one point {at:, lat:, lon:} is expected")
        }
        return track
    }
}
