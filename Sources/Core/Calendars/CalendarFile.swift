public import CivilTime

/// The events of an iCalendar file (RFC 5545), as a server or a program of a stranger has written it.
///
/// An event that is broken is told of and left out, and the others are read. To-dos, journals, free times, alarms and all
/// that is not of the standard are passed over. What is no UTF-8 is read as Latin-1.
///
/// Of an event its class (CLASS) is not kept: a calendar is only shown to whom it belongs. Overrides of all later times
/// (`RANGE=THISANDFUTURE`) and exceptions by rule (EXRULE of RFC 2445) are followed.
public struct CalendarFile: Sendable {
    /// What the calendar is called; nil where it does not say.
    public let name: String?
    /// What could not be read, one sentence each with its line; the first ``mostProblems``.
    public let problems: [String]
    /// How many such sentences there would be.
    public let problemCount: Int
    let series: [EventSeries]
    let zones: [Zone]

    /// How many events there are; one that comes again, with all its changed times, is one.
    public var count: Int { series.count }

    /// How long a file may be, in bytes.
    public static let mostBytes = 10 << 20
    /// How many VEVENTs it may have.
    public static let mostEvents = 100_000
    /// How many sentences about troubles are kept.
    public static let mostProblems = 20

    /// Reads a file.
    ///
    /// Names of time zones are looked up in the database first, then in the file.
    /// - Throws: ``CalendarError`` for a file of which nothing is read.
    public init(_ bytes: [UInt8], zones database: ZoneDatabase = ZoneDatabase()) throws(CalendarError) {
        var shared = SharedReading()
        try self.init(bytes, zones: database, &shared)
    }

    /// The same, as one of several files.
    init(_ bytes: [UInt8], zones database: ZoneDatabase, _ shared: inout SharedReading) throws(CalendarError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else { throw .wideCharacters }
        if let other = CalendarError(lookingAt: bytes) { throw other }
        var reader = CalendarReader(database, shared)
        var lines = CalendarLines(bytes)
        while let line = lines.next() { try reader.take(line) }
        try reader.end()
        shared = reader.shared
        guard reader.hasBegun else { throw .notCalendar }
        name = reader.name.flatMap { $0.isEmpty ? nil : $0 }
        (problems, problemCount) = (reader.problems.sentences, reader.problems.count)
        zones = reader.zones
        series = EventSeries.of(reader.events, ZoneTable(zones: zones, floating: .utc))
    }
}
