/// How the time of a rehearsed life runs against the clock on the wall.
///
/// A scenario that is played ten times as fast stamps its messages ten times as densely, so that nothing that services
/// are told is late or in the future. Whoever judges by them, and knows the scale, looks at each stamp's virtual moment
/// and comes to what it would have come to at the usual speed.
public struct TimeScale: Hashable, Sendable {
    /// The moment that is the same in both times.
    public let start: Timestamp
    /// Virtual seconds in a second on the wall.
    public let speed: Double

    /// The speeds that make sense: from a thousandth to more than a day in a second.
    public static let speeds = 0.001...100_000.0
    /// Life as it is.
    public static let real = TimeScale(start: Timestamp(milliseconds: 0))

    public init(start: Timestamp, speed: Double = 1) {
        self.start = start
        self.speed = speed
    }

    /// The time on the wall at a virtual moment; at the ends of time for speeds out of reason.
    public func stamp(_ time: Timestamp) -> Timestamp {
        if speed == 1 { return time }
        let elapsed = Double(time.milliseconds - start.milliseconds) / speed
        return start.advanced(byMilliseconds: elapsed)
    }

    /// The virtual moment of a time on the wall.
    public func virtual(_ time: Timestamp) -> Timestamp {
        if speed == 1 { return time }
        let elapsed = Double(time.milliseconds - start.milliseconds) * speed
        return start.advanced(byMilliseconds: elapsed)
    }

    /// How many milliseconds pass on the wall in so many virtual ones.
    public func wall(milliseconds: Int64) -> Int64 {
        speed == 1 ? milliseconds : Int64((Double(milliseconds) / speed).rounded(.up))
    }

    /// A fix at its virtual moment.
    public func virtual(_ fix: Fix) -> Fix {
        if speed == 1 { return fix }
        var fix = fix
        fix.time = virtual(fix.time)
        return fix
    }

    /// A fix at its time on the wall.
    public func stamp(_ fix: Fix) -> Fix {
        if speed == 1 { return fix }
        var fix = fix
        fix.time = stamp(fix.time)
        return fix
    }
}

extension Timestamp {
    /// So many milliseconds later, as far as a double has each of them: some 285,000 years.
    public func advanced(byMilliseconds elapsed: Double) -> Timestamp {
        let limit = 9e15
        return Timestamp(milliseconds: milliseconds + Int64(min(limit, max(-limit, elapsed)).rounded()))
    }
}
