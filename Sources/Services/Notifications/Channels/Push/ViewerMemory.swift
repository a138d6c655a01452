internal import Access
internal import Synchronization

/// Who is told in which browser, remembered for a while: whenever a reminder is told it is asked of all browsers, however many
/// there are.
///
/// Where a message goes out that is looked up anew, so that nobody is told by it who may not be.
final class ViewerMemory: Sendable {
    private let patience: Duration
    private let entries = Mutex<[String: Entry]>([:])

    private struct Entry {
        let viewer: Principal?
        let end: ContinuousClock.Instant
    }

    /// More are not kept once they are over.
    private static let most = 10_000

    init(for patience: Duration = .seconds(30)) { self.patience = patience }

    /// Who is told in a browser, by the id of its subscription; nil for nobody.
    func viewer(of device: String, _ lookUp: () throws -> Principal?) rethrows -> Principal? {
        let now = ContinuousClock.now
        if let known = entries.withLock({ $0[device] }), now < known.end { return known.viewer }
        let viewer = try lookUp()
        entries.withLock { entries in
            if entries.count > Self.most { entries = entries.filter { now < $0.value.end } }
            entries[device] = Entry(viewer: viewer, end: now.advanced(by: patience))
        }
        return viewer
    }
}
