/// When what was written is moved from the database's log into its file: looked at once a second.
///
/// SQLite does so by itself only when the log has 80 MB, as more often would halve the rate of ingest. Until then a few
/// positions are a log of megabytes beside an empty file: each commit appends whole pages.
struct LogSettling: Sendable {
    /// Transactions by the last look, and by the one at which the running minute began.
    private var seen = 0
    private var start = 0
    /// Transactions when the log was emptied last; nil as long as it was not.
    private var settled: Int?
    /// Looks since then, or since a busy minute; and those in a row at which next to nothing had come.
    private var looks = 0
    private var quiet = 0

    private static let minute = 60
    /// So many such looks are a rest.
    private static let rest = 2
    /// Transactions between two looks that are next to nothing: a phone's position, or an item of which time tells more.
    private static let few = 2
    /// Bytes of a log for which a rest is used at once; with less, once a minute, to write a phone's few positions once.
    static let enough = 1_048_576
    /// Transactions of a minute (100 a second) beyond which it is left to SQLite.
    static let busy = 6000

    /// Looks, and tells whether the log is to be emptied now.
    mutating func isDue(commits: Int, logBytes: Int) -> Bool {
        looks += 1
        quiet = commits - seen <= Self.few ? quiet + 1 : 0
        seen = commits
        guard settled != commits else { return false }
        if quiet >= Self.rest, settled == nil || logBytes >= Self.enough { return true }
        guard looks >= Self.minute else { return false }
        let isBusy = commits - start > Self.busy
        (looks, start) = (0, commits)
        return !isBusy
    }

    /// Notes what came of it: emptied, or held up by a reader, for whom it looks again later.
    mutating func end(isEmpty: Bool) {
        if isEmpty { settled = seen }
        (looks, quiet, start) = (0, 0, seen)
    }
}
