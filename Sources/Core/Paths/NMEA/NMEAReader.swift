import Tracking

/// Reads NMEA 0183: the positions of RMC and GGA sentences of any talker.
///
/// Both sentences of one moment make one point, also where a receiver stamps them a little apart. The date comes from RMC; where it is missing the day before it goes on,
/// and a time of day that falls back begins the next day. A recording without any date begins on 1970-01-01.
struct NMEAReader {
    /// What is known of one moment.
    private struct Epoch {
        var line: Int
        /// Milliseconds since midnight.
        var timeOfDay: Int64
        var coordinate: Coordinate
        var altitude: Double?
        /// Days since 1970-01-01.
        var date: Int64?
        var kinds: Set<NMEASentence.Kind>
    }

    /// A position that one sentence tells.
    private struct Reading {
        let line: Int
        let kind: NMEASentence.Kind
        let timeOfDay: Int64
        let coordinate: Coordinate
        let altitude: Double?
        let date: Int64?
    }

    private static let day: Int64 = 86_400_000
    /// Milliseconds by which receivers stamp the two sentences of one moment apart, at most.
    private static let slack: Int64 = 400
    private var readings: [Reading] = []
    private var epochs: [Epoch] = []

    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        var reader = NMEAReader()
        for (number, line) in TextLines(bytes) where !line.isEmpty && line.first != UInt8(ascii: "#") {
            do {
                try reader.readSentence(line, number: number)
            } catch { throw PathError(file: file, line: number, message: error.message) }
        }
        reader.makeEpochs()
        return try reader.dated().path(file: file)
    }

    private mutating func readSentence(_ line: ArraySlice<UInt8>, number: Int) throws(NMEASentence.Malformed) {
        guard let sentence = try NMEASentence(line), let timeOfDay = try sentence.timeOfDay,
            let coordinate = try sentence.coordinate
        else { return }
        readings.append(
            Reading(
                line: number,
                kind: sentence.kind,
                timeOfDay: timeOfDay,
                coordinate: coordinate,
                altitude: try sentence.altitude,
                date: try sentence.date
            )
        )
    }

    private mutating func makeEpochs() {
        let slack = slack
        for reading in readings {
            if let last = epochs.indices.last {
                let apart = Self.apart(reading.timeOfDay, from: epochs[last].timeOfDay)
                if apart == 0 || apart.magnitude <= slack && !epochs[last].kinds.contains(reading.kind) {
                    epochs[last].kinds.insert(reading.kind)
                    epochs[last].altitude = epochs[last].altitude ?? reading.altitude
                    // The date is that of its own sentence, which midnight may part from the other one.
                    let midnights = (epochs[last].timeOfDay + apart - reading.timeOfDay) / Self.day
                    epochs[last].date = epochs[last].date ?? reading.date.map { $0 - midnights }
                    continue
                }
            }
            epochs.append(
                Epoch(
                    line: reading.line,
                    timeOfDay: reading.timeOfDay,
                    coordinate: reading.coordinate,
                    altitude: reading.altitude,
                    date: reading.date,
                    kinds: [reading.kind]
                )
            )
        }
    }

    /// How far apart, in milliseconds, the two sentences of one moment may be: less than half of the time between two of
    /// one kind, as a fast receiver may send each moment in one kind only, in turns.
    private var slack: Int64 {
        var before: [NMEASentence.Kind: Int64] = [:]
        var intervals: [Int64] = []
        for reading in readings {
            let last = before.updateValue(reading.timeOfDay, forKey: reading.kind)
            guard let last, last != reading.timeOfDay else { continue }
            intervals.append(Int64(Self.apart(reading.timeOfDay, from: last).magnitude))
        }
        guard !intervals.isEmpty else { return Self.slack }
        intervals.sort()
        return min(Self.slack, (intervals[intervals.count / 2] - 1) / 2)
    }

    /// Milliseconds from one time of day to another, by the shorter way over the clock.
    private static func apart(_ time: Int64, from start: Int64) -> Int64 {
        let difference = time - start
        return difference > day / 2 ? difference - day : difference < -day / 2 ? difference + day : difference
    }

    /// The epochs as points with a date each.
    private func dated() -> PathBuilder {
        var builder = PathBuilder()
        var day = firstDay
        var previous: Int64?
        for epoch in epochs {
            // Half a day back is midnight; less is a recording out of order, which the builder refuses.
            if let previous, epoch.timeOfDay < previous - Self.day / 2 { day += 1 }
            previous = epoch.timeOfDay
            day = epoch.date ?? day
            let time = Timestamp(milliseconds: day * Self.day + epoch.timeOfDay)
            builder.append(
                PathPoint(coordinate: epoch.coordinate, altitude: epoch.altitude, time: time), line: epoch.line
            )
        }
        return builder
    }

    /// The day of the first epoch, counted back from the first date over the midnights before it.
    private var firstDay: Int64 {
        var midnights: Int64 = 0
        for (index, epoch) in epochs.enumerated() {
            if index > 0, epoch.timeOfDay < epochs[index - 1].timeOfDay - Self.day / 2 { midnights += 1 }
            if let date = epoch.date { return date - midnights }
        }
        return 0
    }
}
