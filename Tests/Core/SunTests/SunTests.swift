import CivilTime
import Foundation
import Sun
import TestSupport
import Testing
import Tracking

/// Rise, set and twilight beside tables of the US Naval Observatory and PyEphem; `Recorded/record.py` tells which.
struct SunTests {
    private static func lines(_ file: String) throws -> [[Substring]] {
        let data = try Data(contentsOf: packageRoot.appending(path: "Tests/Core/SunTests/Recorded/\(file)"))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }

    private static func place(_ latitude: Substring, _ longitude: Substring) throws -> Coordinate {
        try Coordinate(latitude: try #require(Double(latitude)), longitude: try #require(Double(longitude)))
    }

    /// The nearest of some moments to one, in seconds.
    private static func error(_ moments: [Timestamp?], _ expected: Timestamp) -> Double {
        moments.compactMap { $0 }.map { abs($0.seconds - expected.seconds) }.min() ?? .infinity
    }

    @Test func `rise, set and civil twilight are those of the Naval Observatory's tables, to their minute`() throws {
        var (count, worst) = (0, 0.0)
        var wrong: [String] = []
        var kinds: Set<SunDay.Kind> = []
        for words in try Self.lines("usno.txt") {
            let place = try Self.place(words[0], words[1])
            let date = try #require(CivilDate(words[3]))
            let isTwilight = words[2] == "T"
            // The table's days are those of Greenwich: what it tells may belong to the noon before or after.
            let days = (-1...1).map { Sun.day(date.adding(days: $0), zone: .utc, at: place) }
            switch words[4] {
            case "----", "====", "****", "////":
                let limit = isTwilight ? Sun.civilTwilight : Sun.limb
                let noon = CivilDateTime(date: date, time: .noon)
                let isAbove = Sun.altitude(at: Zone.utc.moment(of: noon), of: place) > limit
                let events = days.flatMap { isTwilight ? [$0.dawn, $0.dusk] : [$0.rise, $0.set] }.compactMap { $0 }
                let isNone = events.allSatisfy { Zone.utc.civil(at: $0).date != date }
                if !isNone || isAbove != ["****", "////"].contains(words[4]) {
                    wrong.append("\(words) but \(days[1])")
                }
                kinds.insert(days[1].kind)
            default:
                for (word, found) in [
                    (words[4], days.map { isTwilight ? $0.dawn : $0.rise }),
                    (words[5], days.map { isTwilight ? $0.dusk : $0.set }),
                ] {
                    let moment = try #require(Timestamp("\(date)T\(word.prefix(2)):\(word.suffix(2)):00Z"))
                    let error = Self.error(found, moment)
                    // A table is rounded to the minute. Beyond 65° seconds of declination are minutes of time.
                    let limit = abs(place.latitude) > 65 ? 60.0 : 35.0
                    if error > limit { wrong.append("\(words) but \(error) s") }
                    if limit < 60 { worst = max(worst, error) }
                    count += 1
                }
            }
        }
        #expect(wrong == [])
        #expect(kinds.isSuperset(of: [.polarDay, .polarNight]))
        #expect(count > 1000, "the farthest was \(worst) s")
        print("SunTests: \(count) times of tables, at most \(worst) s beside between 65° S and 65° N")
    }

    @Test func `between 65° south and 65° north and from 1950 to 2100 it is within 15 s of PyEphem`() throws {
        var worst: [String: Double] = [:]
        for words in try Self.lines("ephem.txt") {
            let place = try Self.place(words[0], words[1])
            let date = try #require(CivilDate(words[2]))
            // Clocks that follow the sun.
            let offset = -Int(place.longitude * 240)
            let clocks = "<sun>\(offset < 0 ? "-" : "")\(abs(offset) / 3600):\(abs(offset) / 60 % 60)"
            let day = Sun.day(date, zone: try Zone(name: "sun", posix: clocks), at: place)
            let found = [
                ("dawn", day.dawn), ("rise", day.rise), ("noon", day.noon), ("set", day.set), ("dusk", day.dusk),
            ]
            for (word, (name, moment)) in zip(words[3...], found) {
                guard let expected = Double(word) else {
                    #expect(moment == nil, "\(name) of \(words)")
                    continue
                }
                let error = abs((moment?.seconds ?? .infinity) - expected)
                #expect(error < (name == "noon" ? 5 : 15), "\(name) of \(words)")
                worst[name] = max(worst[name] ?? 0, error)
            }
        }
        #expect(worst.count == 5)
        print("SunTests: seconds beside PyEphem, at most: \(worst)")
    }

    @Test(arguments: [
        // As the tests of klausbrunner/solarpositioning have them from an ephemeris of the Jet Propulsion Laboratory
        // (jpl_events.csv): Vienna, Golden in Colorado, Auckland, the equator beside the date line.
        (48.21, 16.37, "2024-03-20", "UTC0", ["04:25:44", "04:56:48", "11:01:50", "17:07:47", "17:38:56"]),
        (39.742476, -105.1786, "2003-10-17", "MST7", ["12:45:29", "13:12:44", "18:46:05", "", ""]),
        (-36.84, 174.74, "2024-12-21", "NZDT-13", ["", "", "00:19:05", "07:39:51", "08:10:38"]),
        (0, 179.9, "2020-06-10", "<+12>-12", ["", "", "", "06:03:31", "06:25:59"]),
    ])
    func `events are those of JPL's ephemeris within seconds`(
        latitude: Double,
        longitude: Double,
        date: String,
        zone: String,
        expected: [String]
    ) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let zone = try Zone(name: zone, posix: zone)
        let day = Sun.day(try #require(CivilDate(date)), zone: zone, at: place)
        for (text, moment) in zip(expected, [day.dawn, day.rise, day.noon, day.set, day.dusk]) where !text.isEmpty {
            let expected = try #require(Timestamp("\(date)T\(text)Z"))
            #expect(Self.error([moment], expected) < 5, "\(text), \(String(describing: moment))")
        }
    }

    @Test func `the sun is where rise, set and twilight say, and their order is that of the day`() throws {
        var chance = SeededGenerator(seed: 65)
        var ordinary = 0
        for _ in 0..<1000 {
            let place = try Coordinate(
                latitude: .random(in: -90...90, using: &chance),
                longitude: .random(in: -180...180, using: &chance)
            )
            let date = CivilDate(daysSince1970: .random(in: -7305...47_846, using: &chance))
            let day = Sun.day(date, zone: .utc, at: place)
            for (moment, altitude) in [
                (day.rise, Sun.limb), (day.set, Sun.limb), (day.dawn, Sun.civilTwilight), (day.dusk, Sun.civilTwilight),
            ] {
                guard let moment else { continue }
                #expect(abs(Sun.altitude(at: moment, of: place) - altitude) < 0.01)
            }
            let order = [day.midnights.before, day.dawn, day.rise, day.noon, day.set, day.dusk, day.midnights.after]
                .compactMap { $0 }
            #expect(order == order.sorted())
            #expect(day.midnights.before <= day.riseOrEdge && day.riseOrEdge <= day.noon)
            #expect(day.noon <= day.setOrEdge && day.setOrEdge <= day.midnights.after)
            let noon = Sun.altitude(at: day.noon, of: place)
            switch day.kind {
            case .polarDay:
                #expect(
                    noon > Sun.limb && day.riseOrEdge == day.midnights.before && day.setOrEdge == day.midnights.after)
            case .polarNight: #expect(noon <= Sun.limb && day.riseOrEdge == day.noon && day.setOrEdge == day.noon)
            case .ordinary:
                #expect(day.rise != nil || day.set != nil)
                ordinary += 1
            }
        }
        #expect(ordinary > 500 && ordinary < 1000)
    }

    @Test(arguments: [
        ("Kiritimati", 1.87, -157.43, "<+14>-14"), ("Kashgar", 39.47, 75.99, "CST-8"),
        ("Apia", -13.83, -171.76, "<+13>-13"),
        ("Vigo", 42.23, -8.72, "CET-1CEST,M3.5.0,M10.5.0/3"), ("Baker Island", 0.19, -176.48, "<-12>12"),
    ])
    func `the noon falls into the date where clocks are far from the sun`(
        name: String,
        latitude: Double,
        longitude: Double,
        rule: String
    ) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let zone = try Zone(name: name, posix: rule)
        for number in 20_000..<20_400 {
            let date = CivilDate(daysSince1970: number)
            let day = Sun.day(date, zone: zone, at: place)
            #expect(zone.civil(at: day.noon).date == date)
            let next = Sun.day(date.adding(days: 1), zone: zone, at: place)
            #expect(abs(next.noon.seconds - day.noon.seconds - 86_400) < 40)
        }
    }

    @Test func `the poles and the ends of the calendar have a day`() throws {
        for latitude in [-90.0, 90] {
            let place = try Coordinate(latitude: latitude, longitude: 0)
            let june = Sun.day(try #require(CivilDate("2026-06-21")), zone: .utc, at: place)
            let december = Sun.day(try #require(CivilDate("2026-12-21")), zone: .utc, at: place)
            #expect(june.kind == (latitude > 0 ? .polarDay : .polarNight))
            #expect(december.kind == (latitude > 0 ? .polarNight : .polarDay))
            for date in [CivilDate.first, .last] {
                #expect(Sun.day(date, zone: .utc, at: place).noon.milliseconds != 0)
            }
        }
        let altitude = Sun.altitude(at: Timestamp(milliseconds: .max), of: try Coordinate(latitude: 1, longitude: 2))
        #expect((-90...90).contains(altitude))
    }

    @Test func `a day takes microseconds`() throws {
        let place = try Coordinate(latitude: 47.4, longitude: 8.5)
        let zone = try Zone(name: "zone", posix: "CET-1CEST,M3.5.0,M10.5.0/3")
        let clock = ContinuousClock()
        var sum = 0.0
        let took = clock.measure {
            for number in 20_000..<21_000 {
                sum += Sun.day(CivilDate(daysSince1970: number), zone: zone, at: place).riseOrEdge.seconds
            }
        }
        #expect(sum > 0)
        print("SunTests: a day takes \(took / 1000)")
    }
}
