public import Ranging

/// A tag's way through a building with what each receiver heard of it.
public struct Recording: Hashable, Sendable {
    /// A moment of it.
    public struct Row: Hashable, Sendable {
        /// Seconds since the first row.
        public var time: Double
        /// Where the tag truly was, in metres along the building's axes.
        public var x: Double
        public var y: Double
        /// What each receiver heard, in dBm, in the receivers' order; nil for nothing.
        public var strengths: [Double?]
    }

    /// Where the receivers hang.
    public var receivers: [FloorPoint]
    /// How high the tag was carried, in metres above the floor.
    public var tagHeight: Double
    /// In the order of their times.
    public var rows: [Row]

    /// Where the tag was in a row.
    public func place(of row: Row) -> FloorPoint { FloorPoint(x: row.x, y: row.y, z: tagHeight) }

    /// How far the tag was from a receiver in a row, in metres.
    public func distance(of row: Row, to receiver: Int) -> Double { place(of: row).distance(to: receivers[receiver]) }

    /// What one receiver heard, and how far it truly was each time.
    public func series(of receiver: Int) -> StrengthSeries {
        var series = StrengthSeries()
        for row in rows {
            guard let strength = row.strengths[receiver] else { continue }
            series.append(strength, at: row.time, distance: distance(of: row, to: receiver))
        }
        return series
    }

    /// What some receivers heard, one after the other, as if it were one that hears all of the walk again.
    func series(of receivers: [Int]) -> StrengthSeries {
        var all = StrengthSeries()
        for receiver in receivers {
            let start = all.times.last.map { $0 + Self.pause } ?? 0
            let series = series(of: receiver)
            for index in 0..<series.count {
                let time = start + series.times[index] - (series.times.first ?? 0)
                all.append(series.strengths[index], at: time, distance: series.distances[index])
            }
        }
        return all
    }

    /// Seconds between two walks whose times do not tell.
    static let pause = 3600.0

    var hearing: [Int] { receivers.indices.filter { receiver in rows.contains { $0.strengths[receiver] != nil } } }

    /// Whether any receiver heard anything.
    public var hasReceptions: Bool { rows.contains { $0.strengths.contains { $0 != nil } } }

    /// The rows before and from the middle one, as recordings of their own.
    public var halves: (Recording, Recording) {
        let middle = rows.count / 2
        return (
            Recording(receivers: receivers, tagHeight: tagHeight, rows: Array(rows[..<middle])),
            Recording(receivers: receivers, tagHeight: tagHeight, rows: Array(rows[middle...]))
        )
    }
}

/// What one receiver heard of a tag, report by report.
public struct StrengthSeries: Hashable, Sendable {
    /// Seconds.
    public private(set) var times: [Double] = []
    /// In dBm.
    public private(set) var strengths: [Double] = []
    /// How far the tag truly was, in metres.
    public private(set) var distances: [Double] = []

    public mutating func append(_ strength: Double, at time: Double, distance: Double) {
        times.append(time)
        strengths.append(strength)
        distances.append(distance)
    }

    public var count: Int { times.count }
}
