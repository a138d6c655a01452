internal import CivilTime

/// The names of time zones in a file, numbered as they come, and the zones that they turn out to be.
///
/// A name is of one VCALENDAR: another one in the same file may mean something else by it.
struct ZoneNames {
    /// How many names are looked up for a file.
    static let most = 100

    private let database: ZoneDatabase
    private(set) var zones: [Zone] = []
    /// What each name of this VCALENDAR is numbered, and where it was first.
    private var numbers: [String: (number: Int, line: Int)] = [:]
    private var count = 0
    private(set) var troubles: [EventTrouble] = []

    init(_ database: ZoneDatabase) { self.database = database }

    /// The place that a TZID means; it is floating until ``resolve(_:_:)`` has found it.
    mutating func place(_ name: String, line: Int) -> EventTime.Place {
        if name.isEmpty { return .floating }
        if let known = numbers[name] { return .zone(known.number) }
        guard count < Self.most else {
            if count == Self.most {
                troubles.append(EventTrouble(line, "more than \(Self.most) time zones; the others are not looked up"))
            }
            count = Self.most + 1
            return .floating
        }
        numbers[name] = (count, line)
        count += 1
        return .zone(count - 1)
    }

    /// Finds the zones of the names so far, forgets these, and returns which numbers are none.
    mutating func resolve(_ definitions: [ZoneDefinition], _ shared: inout SharedReading) -> Set<Int> {
        var unknown: Set<Int> = []
        let known = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
        for (name, entry) in numbers.sorted(by: { $0.value.number < $1.value.number }) {
            do throws(EventTrouble) {
                if let zone = Self.inDatabase(name, database) {
                    zones.append(zone)
                } else if let definition = known[name] {
                    zones.append(try shared.zone(of: definition))
                } else {
                    let text = "unknown time zone \(CalendarText.quoted(name)): its times are read as local ones"
                    throw EventTrouble(entry.line, text)
                }
            } catch {
                troubles.append(error)
                zones.append(.utc)
                unknown.insert(entry.number)
            }
        }
        numbers = [:]
        return unknown
    }

    mutating func clearTroubles() { troubles = [] }

    /// The zone of a name of the tz database, also behind a prefix as in `/freeassociation.sourceforge.net/Europe/Berlin`,
    /// and of one of Windows.
    private static func inDatabase(_ name: String, _ database: ZoneDatabase) -> Zone? {
        if let windows = WindowsZones.name(of: name) { return try? database.zone(named: windows) }
        guard name.contains("/") || name == "UTC" || name == "GMT" else {
            // Short names, such as EST5EDT; those of a calendar's own have its definition.
            return name.utf8.count <= 10 ? try? database.zone(named: name) : nil
        }
        if !name.hasPrefix("/") { return try? database.zone(named: name) }
        let parts = name.split(separator: "/")
        for length in [3, 2] where parts.count >= length {
            let last = parts.suffix(length).joined(separator: "/")
            if let zone = try? database.zone(named: last) { return zone }
        }
        return nil
    }
}
