internal import Tracking

/// A span of time, without its end.
struct Span: Sendable {
    let from: Timestamp
    var to: Timestamp

    /// The years 1 to 9999, in seconds since 1970: nothing is beyond them.
    static let years = -62_135_596_800..<253_402_300_800

    /// Its ends in seconds since 1970, rounded so that all of it is in between.
    var seconds: Range<Int> {
        let first = Int(from.milliseconds).floored(by: 1000)
        let (whole, rest) = to.milliseconds.quotientAndRemainder(dividingBy: 1000)
        let last = Int(whole) + (rest > 0 ? 1 : 0)
        return (first..<max(first, last)).clamped(to: Self.years)
    }

    /// Whether something from one second to another is in it in part; what takes no time is if it is not at its end.
    func has(_ start: Int, _ end: Int) -> Bool {
        let (start, end) = (Int64(start) * 1000, Int64(end) * 1000)
        guard start < to.milliseconds else { return false }
        return end > from.milliseconds || (start == end && start >= from.milliseconds)
    }
}
