/// An event with those of its times that are another way.
struct EventSeries: Sendable {
    /// The event itself; nil where only changed times of it are there, as in an invitation to one of them.
    var master: CalendarEvent?
    /// Times that are another way, and those from which on all are.
    var overrides: [CalendarEvent] = []

    /// What events belong together by their UIDs, in the order of the file.
    ///
    /// Of two versions of the same, the one with the higher SEQUENCE counts, then the one that was made later, then the
    /// one that stands later in the file. Events that say the same UID, SEQUENCE and DTSTAMP and begin at different times
    /// are of a program that gives all its events the same UID: they are kept.
    static func of(_ events: [CalendarEvent], _ zones: ZoneTable) -> [EventSeries] {
        struct Key: Hashable {
            let uid: String
            let recurrence: Int?
        }
        var newest: [Key: Int] = [:]
        var kept: [CalendarEvent?] = []
        for event in events {
            let key = Key(uid: event.uid, recurrence: event.recurrenceID.map { zones.second($0) })
            if !event.uid.isEmpty, let index = newest[key], let other = kept[index] {
                let isSame = (event.sequence, event.stamp) == (other.sequence, other.stamp)
                if !isSame || event.start == other.start || event.recurrenceID != nil {
                    if (event.sequence, event.stamp) >= (other.sequence, other.stamp) { kept[index] = event }
                    continue
                }
            }
            newest[key] = kept.count
            kept.append(event)
        }
        var series: [EventSeries] = []
        var byUID: [String: Int] = [:]
        for event in kept {
            guard let event else { continue }
            if let index = event.uid.isEmpty ? nil : byUID[event.uid] {
                if event.recurrenceID != nil {
                    series[index].overrides.append(event)
                    continue
                }
                if series[index].master == nil {
                    series[index].master = event
                    continue
                }
            } else if !event.uid.isEmpty {
                byUID[event.uid] = series.count
            }
            let isOverride = event.recurrenceID != nil
            series.append(EventSeries(master: isOverride ? nil : event, overrides: isOverride ? [event] : []))
        }
        return series
    }
}
