import Tracking

/// Reads NMEA 0183: the positions of RMC and GGA sentences of any talker.
///
/// Both sentences of one moment make one point. The date comes from RMC; where it is missing the day before it goes on,
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
    }

    private static let day: Int64 = 86_400_000
    private var epochs: [Epoch] = []

    static func read(_ bytes: [UInt8], file: String) throws(PathError) -> Path {
        var reader = NMEAReader()
        for (number, line) in TextLines(bytes) where !line.isEmpty && line.first != UInt8(ascii: "#") {
            do {
                try reader.readSentence(line, number: number)
            } catch { throw PathError(file: file, line: number, message: error.message) }
        }
        return try reader.dated().path(file: file)
    }

    private mutating func readSentence(_ line: ArraySlice<UInt8>, number: Int) throws(NMEASentence.Malformed) {
        guard let sentence = try NMEASentence(line), let timeOfDay = try sentence.timeOfDay,
            let coordinate = try sentence.coordinate
        else { return }
        let altitude = try sentence.altitude
        let date = try sentence.date
        if let last = epochs.indices.last, epochs[last].timeOfDay == timeOfDay {
            epochs[last].altitude = epochs[last].altitude ?? altitude
            epochs[last].date = epochs[last].date ?? date
            return
        }
        epochs.append(Epoch(line: number, timeOfDay: timeOfDay, coordinate: coordinate, altitude: altitude, date: date))
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
