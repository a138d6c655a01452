import Paths
import Settings
import Tracking

/// The keys with which a section says where something is; exactly one of the first five may stand.
struct MovementFields {
    enum Field: String, CaseIterable { case position, points, path, with, aboard, speed, offset, start, end, loop }

    private var values: [Field: SettingsValue] = [:]
    let place: Place

    /// Those keys of a section that it may have.
    init<Key: SettingsKey>(_ section: SettingsSection<Key>) {
        place = section.place
        for field in Field.allCases { values[field] = Key(rawValue: field.rawValue).flatMap { section[$0] } }
    }

    subscript(field: Field) -> SettingsValue? { values[field] }

    /// Refuses none and several of the ways to say it, and a speed where there is no path.
    func check() throws(SettingsError) {
        let ways: [Field] = [.position, .points, .path, .with, .aboard]
        let told = ways.compactMap { way in values[way].map { (name: way.rawValue, place: $0.place) } }
        if told.count > 1 {
            let names = told.map { "'\($0.name)'" }
            throw SettingsError(told[1].place, "\(names[0]) and \(names[1]) both say where it is: one is expected")
        }
        guard !told.isEmpty else {
            throw SettingsError(
                place, "nothing says where it is: position, points, path, aboard or, for a tracker, with is expected"
            )
        }
        guard values[.path] == nil else { return }
        for field in [Field.speed, .offset, .start, .end, .loop] {
            guard let value = values[field] else { continue }
            throw SettingsError(value.place, "'\(field.rawValue)' only goes with 'path'")
        }
    }
}

/// Turns positions, points and path files into tracks; a file is read once however often it is named.
struct MovementReader {
    private let directory: String
    private let reach: ScenarioReach
    private var paths: [String: Path] = [:]

    private enum PointKey: String, SettingsKey { case at, lat, lon }

    init(directory: String, reach: ScenarioReach) { (self.directory, self.reach) = (directory, reach) }

    mutating func track(_ fields: MovementFields) throws(SettingsError) -> Track {
        try fields.check()
        if let position = fields[.position] { return Track(at: try position.coordinate()) }
        if let points = fields[.points] { return try Self.track(points: points) }
        guard let value = fields[.path] else { throw SettingsError(fields.place, "'path' is missing") }
        let speed = try fields[.speed]?.number(in: 0.01...1000, unit: "m/s") ?? Track.walkingPace
        return try Self.part(of: Track(try path(value), speed: speed), fields)
    }

    /// What of a recording is played, and from where.
    private static func part(of track: Track, _ fields: MovementFields) throws(SettingsError) -> Track {
        let length = track.length
        let start = try fields[.start]?.duration() ?? .zero
        if let value = fields[.start], start > length {
            throw value.unexpected("a time up to the path's end, \(length.compact),")
        }
        let end = try fields[.end]?.duration() ?? length
        if let value = fields[.end], end > length || end < start {
            throw value.unexpected("a time from 'start', \(start.compact), to the path's end, \(length.compact),")
        }
        let offset = try fields[.offset]?.duration() ?? .zero
        if let value = fields[.offset], offset > end - start {
            throw value.unexpected("a time up to what is played of the path, \((end - start).compact),")
        }
        let loops = try fields[.loop]?.flag() ?? false
        // What is played whole is not taken apart: its times have fractions of milliseconds.
        let isWhole = start == .zero && end == length
        guard loops else {
            return isWhole && offset == .zero ? track : track.part(from: start + offset, to: end)
        }
        guard end > start else {
            throw SettingsError(fields[.loop]?.place ?? fields.place, "'loop' needs a path that takes some time")
        }
        return (isWhole ? track : track.part(from: start, to: end)).round(offset: offset)
    }

    private mutating func path(_ value: SettingsValue) throws(SettingsError) -> Path {
        let name = try value.string()
        try reach.check(name, value.place)
        let file = FilePlace.join(directory, name)
        if let path = paths[file] { return path }
        try reach.check(name, leadingTo: file, in: directory, value.place)
        do {
            let path = try Path(file: file)
            paths[file] = path
            return path
        } catch { throw SettingsError(value.place, "the path cannot be read: \(error)") }
    }

    /// The bytes of a calendar's file.
    func bytes(ofCalendar value: SettingsValue) throws(SettingsError) -> [UInt8] {
        let name = try value.string()
        try reach.check(name, value.place, inPlace: ("events with 'title'", "file"))
        let file = FilePlace.join(directory, name)
        try reach.check(name, leadingTo: file, in: directory, value.place)
        do { return try FileBytes.read(file) } catch {
            throw SettingsError(value.place, "the calendar cannot be read: \(error)")
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
            let latitude = try section.required(.lat)
            let longitude = try section.required(.lon)
            points.append((time, try SettingsValue.coordinate(latitude: latitude, longitude: longitude)))
        }
        guard let track = Track(points: points) else {
            throw SettingsError(value.place, "at least one point {at:, lat:, lon:} is expected")
        }
        return track
    }
}
