internal import CivilTime

/// What is shared by files that are read together: how much may be spent on all of them, and the time zones of their own.
struct SharedReading: Sendable {
    var work = Work()
    private var zones: [ZoneDefinition: Zone] = [:]

    /// How many zones are kept; servers repeat one or two in the text of each event.
    private static let mostZones = 50

    /// The zone of a definition; one that was in a file before takes no work.
    ///
    /// - Throws: `EventTrouble` as ``ZoneDefinition/zone(_:)`` does.
    mutating func zone(of definition: ZoneDefinition) throws(EventTrouble) -> Zone {
        let key = definition.withoutLines
        if let known = zones[key] { return known }
        let zone = try definition.zone(&work)
        if zones.count < Self.mostZones { zones[key] = zone }
        return zone
    }
}
