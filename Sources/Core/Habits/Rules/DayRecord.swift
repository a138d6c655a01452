import CivilTime
import Tracking

/// What a thing did on one day when its owner left one place, by half hours of local time.
struct DayRecord: Hashable, Sendable {
    let date: CivilDate
    /// A bit for each half hour in which it went along, stayed behind, or nobody knows.
    var along: UInt64 = 0
    var apart: UInt64 = 0
    var unknown: UInt64 = 0
    /// The seconds of the day at which it went along.
    var times: [Int] = []

    init(date: CivilDate) { self.date = date }

    /// How many half hours a day has on the clock.
    static let slots = 48
    static let slotSeconds = 1800

    mutating func record(_ company: Company, at time: ClockTime) {
        let bit = UInt64(1) << UInt64(time.secondsOfDay / Self.slotSeconds)
        switch company {
        case .along:
            along |= bit
            times.append(time.secondsOfDay)
        case .apart: apart |= bit
        case .unknown: unknown |= bit
        }
    }

    /// Takes out what happened within some half hours.
    mutating func clear(_ mask: UInt64) {
        along &= ~mask
        apart &= ~mask
        unknown &= ~mask
        times.removeAll { mask & (UInt64(1) << UInt64($0 / Self.slotSeconds)) != 0 }
    }

    /// The days on which somebody left a place, with what a thing did.
    static func records(of departures: [(Departure, Company)], in zone: Zone) -> [DayRecord] {
        var records: [DayRecord] = []
        for (departure, company) in departures {
            let local = zone.civil(at: departure.time)
            if records.last?.date != local.date { records.append(DayRecord(date: local.date)) }
            records[records.count - 1].record(company, at: local.time)
        }
        return records
    }
}
