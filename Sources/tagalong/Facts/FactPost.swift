import Reminders
import Store
import Synchronization

/// What is left for the relay of facts until it comes round to it: however much happens meanwhile, of each kind the newest.
final class FactPost: Sendable {
    private let letter = Mutex(Letter())
    /// Rings when something has been left.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    struct Letter: Sendable {
        /// All that is needed, where that has become other.
        var needs: Set<Need>?
        /// What is to be told to the history anew.
        var changed: Set<Need> = []
        /// Whether it stands otherwise with the weather station of one's own.
        var hasStationNews = false
        /// The calendars that people have connected, where they have become others.
        var calendars: [CalendarRow]?
        var isNewHour = false
    }

    init() { (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Leaves something; may be called from anywhere, and does not wait.
    func leave(_ body: (inout sending Letter) -> Void) {
        letter.withLock { body(&$0) }
        ring.yield()
    }

    func take() -> Letter {
        letter.withLock { letter in
            defer { letter = Letter() }
            return letter
        }
    }
}
