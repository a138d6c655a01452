internal import Access
internal import Synchronization
internal import Tracking

/// Who is told in which browser, remembered for a while: whenever a reminder is told it is asked of all browsers, however many
/// there are.
///
/// Where a message goes out that is looked up anew, so that nobody is told by it who may not be.
final class ViewerMemory: Sendable {
    private let entries: Mutex<Remembered<String, Principal?, ContinuousClock.Instant>>

    init(for patience: Duration = .seconds(30)) { entries = Mutex(Remembered(for: patience, most: 10_000)) }

    /// Who is told in a browser, by the id of its subscription; nil for nobody.
    func viewer(of device: String, _ lookUp: () throws -> Principal?) rethrows -> Principal? {
        let now = ContinuousClock.now
        if let known = entries.withLock({ $0.value(of: device, at: now) }) { return known }
        let viewer = try lookUp()
        entries.withLock { $0.remember(viewer, of: device, at: now) }
        return viewer
    }
}
