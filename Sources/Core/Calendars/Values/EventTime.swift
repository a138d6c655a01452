internal import CivilTime
internal import Tracking

/// When something of an event is: a local time, and where.
struct EventTime: Hashable, Sendable {
    /// Which clocks show it.
    enum Place: Hashable, Sendable {
        /// Those of whoever looks.
        case floating
        case utc
        /// Those of a zone, by its number in the file.
        case zone(Int)
    }

    /// Seconds since 1970 as if it were UTC.
    var local: Int
    /// Whether it is a day as a whole.
    let isDate: Bool
    let place: Place

    var day: Int { local.floored(by: 86_400) }
}

/// The zones of a file by their numbers, and the one of floating times.
struct ZoneTable: Sendable {
    let zones: [Zone]
    let floating: Zone

    subscript(_ place: EventTime.Place) -> Zone {
        switch place {
        case .floating: floating
        case .utc: .utc
        case .zone(let number): number < zones.count ? zones[number] : floating
        }
    }

    /// The moment of a local time, in seconds since 1970.
    func second(_ local: Int, _ place: EventTime.Place) -> Int {
        if place == .utc { return local }
        return Int(self[place].moment(of: CivilDateTime(secondsSince1970: local)).wholeSeconds)
    }

    func second(_ time: EventTime) -> Int { second(time.local, time.place) }

    /// What clocks show at a moment.
    func local(_ second: Int, _ place: EventTime.Place) -> Int {
        if place == .utc { return second }
        return self[place].civil(at: Timestamp(milliseconds: Int64(second) * 1000)).secondsSince1970
    }
}
