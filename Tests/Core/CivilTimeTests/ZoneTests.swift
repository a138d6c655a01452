import CivilTime
import Foundation
import TestSupport
import Testing
import Tracking

/// What zones say, beside what Python's zoneinfo says of the same files; `Recorded/record.py` has written it down.
struct ZoneTests {
    /// A file of the folder `Recorded`.
    static func recorded(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: packageRoot.appending(path: "Tests/Core/CivilTimeTests/Recorded/\(file)")))
    }

    /// Each line's words.
    private static func lines(_ file: String) throws -> [[Substring]] {
        String(decoding: try recorded(file), as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }

    /// A zone of a recorded file, or of a rule.
    static func zone(_ name: Substring) throws -> Zone {
        name.hasPrefix("slim/") || name.hasPrefix("fat/")
            ? try Zone(name: String(name), data: try recorded(String(name)))
            : try Zone(name: String(name), posix: String(name))
    }

    private static func civil(_ date: Substring, _ time: Substring) throws -> CivilDateTime {
        CivilDateTime(date: try #require(CivilDate(date)), time: try #require(ClockTime(time)))
    }

    @Test func `offset, abbreviation and clocks at moments from 1900 to 2500 are as recorded`() throws {
        var zones: [Substring: Zone] = [:]
        var wrong: [String] = []
        let lines = try Self.lines("moments.txt")
        for words in lines {
            let zone = try zones[words[0]] ?? Self.zone(words[0])
            zones[words[0]] = zone
            let moment = Timestamp(milliseconds: try #require(Int64(words[1])) * 1000)
            let civil = zone.civil(at: moment)
            let expected = try Self.civil(words[4], words[5])
            let isRight =
                zone.offset(at: moment) == Int(words[2]) && zone.abbreviation(at: moment) == words[3]
                && civil == expected
            if !isRight {
                wrong.append("\(words) but \(zone.offset(at: moment)) \(zone.abbreviation(at: moment)) \(civil)")
            }
        }
        #expect(lines.count > 800 && zones.count > 20)
        #expect(wrong == [])
    }

    @Test func `moments of what clocks show are as recorded: one, two, or none in a gap`() throws {
        var zones: [Substring: Zone] = [:]
        var wrong: [String] = []
        var counts = (once: 0, gap: 0, twice: 0)
        for words in try Self.lines("clocks.txt") {
            let zone = try zones[words[0]] ?? Self.zone(words[0])
            zones[words[0]] = zone
            let civil = try Self.civil(words[1], words[2])
            let found: [Substring]
            switch zone.moments(of: civil) {
            case .once(let moment):
                counts.once += 1
                found = ["\(moment.wholeSeconds)"]
            case .gap:
                counts.gap += 1
                found = ["gap\(zone.moment(of: civil).wholeSeconds)"]
            case .twice(let first, let second):
                counts.twice += 1
                found = ["\(first.wholeSeconds)", "\(second.wholeSeconds)"]
                #expect(zone.moment(of: civil) == first)
            }
            if found != Array(words[3...]) { wrong.append("\(words) but \(found)") }
        }
        #expect(counts.once > 500 && counts.gap > 100 && counts.twice > 100)
        #expect(wrong == [])
    }

    @Test(arguments: [
        "slim/Europe/Zurich", "fat/Europe/Dublin", "slim/Australia/Lord_Howe", "slim/Pacific/Apia", "<+0330>-3:30",
        "AAA-2BBB,J60/25,299/-30:15", "AAA-2BBB,J60/25,J300/-30:15",
    ])
    func `moment and clocks are inverse`(name: Substring) throws {
        let zone = try Self.zone(name)
        var chance = SeededGenerator(seed: 22)
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -3_000_000_000...20_000_000_000, using: &chance)
            let moment = Timestamp(milliseconds: seconds * 1000)
            let isSame =
                switch zone.moments(of: zone.civil(at: moment)) {
                case .once(let found): found == moment
                case .twice(let first, let second): first < second && (first == moment || second == moment)
                case .gap: false
                }
            #expect(isSame, "\(moment) in \(name)")
        }
    }

    @Test func `transitions follow each other to the end of a table, and by the rule after it`() throws {
        let zone = try Self.zone("fat/Europe/Zurich")
        var moment = Timestamp(milliseconds: -5_000_000_000_000)
        var found: [Timestamp] = []
        while let next = zone.nextTransition(after: moment), found.count < 400 {
            #expect(next > moment)
            #expect(zone.offset(at: next) != zone.offset(at: next.advanced(by: .milliseconds(-1))))
            found.append(next)
            moment = next
        }
        #expect(found.count == 400)
        #expect(found.first?.description.hasPrefix("1853-07-") == true)
        #expect(found.contains { $0.description == "2026-10-25T01:00:00.000Z" })
        #expect(found.contains { $0.description == "2099-03-29T01:00:00.000Z" })
    }

    @Test func `a zone without changes, and one of a summer all year, have no transition`() throws {
        let now = Timestamp(milliseconds: 1_790_000_000_000)
        #expect(Zone.utc.nextTransition(after: now) == nil)
        #expect(try Self.zone("<+0330>-3:30").nextTransition(after: now) == nil)
        let always = try Self.zone("XXX3EDT4,0/0,J365/23")
        #expect(always.nextTransition(after: now) == nil)
        #expect(always.offset(at: now) == -4 * 3600 && always.abbreviation(at: now) == "EDT")
    }

    @Test func `days of a rule are counted from 0 with the leap day, and from 1 without it behind a J`() throws {
        // As the C library has it: TZ='AAA-2BBB,J60,299/2' date -d @499215600. Python 3.11 counts the 299 from 1.
        let zone = try Zone(name: "days", posix: "AAA-2BBB,J60,299/2")
        let transitions = try [
            ("1984-12-31T00:00:00Z", "1985-03-01T00:00:00Z"), ("1985-06-01T00:00:00Z", "1985-10-26T23:00:00Z"),
            ("1988-01-01T00:00:00Z", "1988-03-01T00:00:00Z"), ("1988-06-01T00:00:00Z", "1988-10-25T23:00:00Z"),
        ].map { (try #require(Timestamp($0.0)), try #require(Timestamp($0.1))) }
        for (before, transition) in transitions { #expect(zone.nextTransition(after: before) == transition) }
    }

    @Test func `the day that Samoa left out is a gap of a day`() throws {
        let zone = try Self.zone("slim/Pacific/Apia")
        let date = try #require(CivilDate(year: 2011, month: 12, day: 30))
        let skipped = zone.moments(of: CivilDateTime(date: date, time: .noon))
        let transition = try #require(Timestamp("2011-12-30T10:00:00Z"))
        #expect(skipped == .gap(transition: transition, shift: 86_400))
    }

    @Test func `a time before 1970 is rounded down to its second`() throws {
        let civil = Zone.utc.civil(at: Timestamp(milliseconds: -1))
        #expect(civil.description == "1969-12-31 23:59:59")
        #expect(Zone.utc.moment(of: civil) == Timestamp(milliseconds: -1000))
    }

    @Test func `the ends of time are the ends of the calendar`() throws {
        for zone in [Zone.utc, try Self.zone("slim/Pacific/Auckland"), try Self.zone("EST5EDT,M3.2.0,M11.1.0")] {
            let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
            #expect(zone.civil(at: first).description == "0001-01-01 00:00")
            #expect(zone.civil(at: last).description == "9999-12-31 23:59:59")
            #expect(zone.moment(of: zone.civil(at: first)) < zone.moment(of: zone.civil(at: last)))
            _ = (zone.nextTransition(after: first), zone.nextTransition(after: last))
        }
    }
}
