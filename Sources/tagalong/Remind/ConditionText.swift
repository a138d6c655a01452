import ArgumentParser
import CivilTime
import Reminders
import Settings
import Tracking

/// How parts of conditions are written on the command line.
enum ConditionText {
    /// `07:00-09:30`, `sunset-30m..23:00`; of a hyphen that could be read in two ways, neither is.
    ///
    /// - Throws: `ValidationError`.
    static func span(_ text: String) throws -> (from: DayEnd, to: DayEnd) {
        let expected = "two times of day such as 07:00-09:30 or sunset-30m..23:00 are expected"
        var halves: [(String, String)] = []
        if let dots = text.firstRange(of: "..") {
            halves = [(String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))]
        } else if text.utf8.count <= 60 {
            halves = text.indices.filter { text[$0] == "-" }.map {
                (String(text[..<$0]), String(text[text.index(after: $0)...]))
            }
        }
        let read = halves.compactMap { from, to -> (DayEnd, DayEnd)? in
            guard let from = try? DayEnd(from), let to = try? DayEnd(to) else { return nil }
            return (from, to)
        }
        guard let span = read.first, read.count == 1 else {
            throw ValidationError("--between: '\(text.excerpt(60).printable)' is given, \(expected).")
        }
        return span
    }

    /// `mon-fri`, `sat,sun`, `fri-mon,wed`.
    ///
    /// - Throws: `ValidationError`.
    static func days(_ text: String) throws -> Set<Weekday> {
        var days: Set<Weekday> = []
        for part in text.excerpt(200).split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                Weekday(String($0.drop(while: \.isWhitespace)))
            }
            guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1] else {
                throw ValidationError(
                    "--days: '\(text.excerpt(60).printable)' is given, days such as mon-fri or sat,sun are expected.")
            }
            // Over Sunday too: fri-mon.
            let length = (last.rawValue - first.rawValue + 7) % 7
            for step in 0...length {
                days.formUnion(Weekday(rawValue: (first.rawValue - 1 + step) % 7 + 1).map { [$0] } ?? [])
            }
        }
        return days
    }

    /// `above:3`, `below:-2.5`.
    ///
    /// - Throws: `ValidationError`.
    static func limit(
        _ text: String, _ measure: WeatherCondition.Measure, flag: String
    ) throws -> WeatherCondition.Limit {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let side = WeatherCondition.Side(rawValue: String(parts[0])),
            let bound = Double(parts[1])
        else {
            throw ValidationError(
                "\(flag): '\(text.excerpt(60).printable)' is given, above:NUMBER or below:NUMBER is expected.")
        }
        do { return try WeatherCondition.Limit(measure, side, bound) } catch {
            throw ValidationError(
                "\(flag): \(bound.short) is given, a number from \(measure.range.lowerBound.short) to "
                    + "\(measure.range.upperBound.short) is expected.")
        }
    }

    static func isDuration(_ text: String) -> Bool { Duration(compact: text) != nil }

    /// A time in whole seconds.
    ///
    /// - Throws: `ValidationError`.
    static func duration(
        _ text: String, _ range: ClosedRange<Duration>, flag: String, _ expected: String
    ) throws -> Duration {
        guard let time = Duration(compact: text), range.contains(time), time == .seconds(time.components.seconds) else {
            throw ValidationError("\(flag): '\(text.excerpt(60).printable)' is given, \(expected) is expected.")
        }
        return time
    }

    /// A place by its name, or `52.52,13.405` with a radius in metres behind it.
    ///
    /// - Throws: `ValidationError`.
    static func place(_ text: String, flag: String) throws -> PlaceTarget {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.drop { $0 == " " }) }
        if numbers.count == parts.count, (2...3).contains(numbers.count) {
            do {
                let centre = try Coordinate(latitude: numbers[0], longitude: numbers[1])
                return .area(try .circle(around: centre, radius: numbers.count == 3 ? numbers[2] : 100), name: nil)
            } catch { throw ValidationError("\(flag): \(error).") }
        }
        do { return .named(try ItemName(text)) } catch {
            throw ValidationError(
                "\(flag): a place's name of 1 to 60 characters or LAT,LON,METRES is expected, found '\(text.excerpt(60).printable)'."
            )
        }
    }

    /// `bakery`, `bakery:150`.
    ///
    /// - Throws: `ValidationError`.
    static func nearest(_ text: String) throws -> PlaceTarget {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let kind = SpotKind(rawValue: parts[0].lowercased()) else {
            let all = SpotKind.allCases.map(\.rawValue)
            let hint = WordList.nearest(to: String(parts[0].prefix(40)), among: all).map { ", did you mean '\($0)'?" }
            throw ValidationError(
                "--near: '\(text.excerpt(60).printable)' is given, one of \(all.joined(separator: ", ")) is expected\(hint ?? ".")"
            )
        }
        let metres = parts.count == 1 ? 150 : Double(parts[1])
        guard parts.count <= 2, let metres, PlaceTarget.radii.contains(metres) else {
            throw ValidationError(
                "--near: '\(text.excerpt(60).printable)' is given, 20 to 1000 metres behind the kind are expected.")
        }
        return .nearest(kind, radius: metres)
    }

    /// `with-me`, `away`, `left-behind`, `at:Home`, `battery:20`.
    ///
    /// - Throws: `ValidationError`.
    static func state(_ text: String) throws -> ThingCondition.State {
        switch text {
        case "with-me": return .withOwner
        case "away": return .away
        case "left-behind": return .leftBehind
        default: break
        }
        if text.hasPrefix("at:") { return .at(try place(String(text.dropFirst(3)), flag: "--is at:")) }
        if text.hasPrefix("battery:"), let percent = Int(text.dropFirst(8)), (1...100).contains(percent) {
            return .battery(below: percent)
        }
        throw ValidationError(
            "--is: '\(text.excerpt(60).printable)' is given, with-me, away, left-behind, at:PLACE or battery:PERCENT is expected."
        )
    }
}
