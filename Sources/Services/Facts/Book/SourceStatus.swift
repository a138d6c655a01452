public import Tracking

/// How it goes with a source, for pages and metrics; no position and no address is in it.
public struct SourceStatus: Hashable, Sendable {
    /// What it is called: `open-meteo`, or a calendar's name.
    public let name: String
    public internal(set) var lastSuccess: Timestamp?
    public internal(set) var lastFailure: Timestamp?
    /// Why it failed last, in one sentence; nil once it has succeeded again.
    public internal(set) var trouble: String?
    /// Before then it is not asked again, because it has failed or wants to be left alone.
    public internal(set) var nextTry: Timestamp?
    /// How many bytes have come from it on the day of UTC.
    public internal(set) var bytesToday = 0
    public internal(set) var fetches = 0
    public internal(set) var failures = 0

    init(_ name: String) { self.name = name }
}
