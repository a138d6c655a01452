import Air
import Bluetooth
import Synchronization
import Tracking

/// A tag with a tracker's services that answers every reading with the same bytes.
final class NonsenseTag: AttributeServer {
    let services = TrackerServices.all
    let updates = AsyncStream<AttributeUpdate> { _ in }
    let answer = Mutex<[UInt8]>([])

    func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        answer.withLock { $0 }
    }

    func write(_ value: [UInt8], to attribute: AttributeName, over link: LinkState) async throws(AttributeError) {}
    func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {}
    func link(isUp: Bool) async {}
}
