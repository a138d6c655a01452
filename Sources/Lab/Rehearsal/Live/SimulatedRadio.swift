import Bluetooth
import Gateway
import Synchronization
import Tracking

/// A gateway's radio on the simulator's air.
final class SimulatedRadio: TrackerRadio {
    let events: AsyncStream<TrackerRadioEvent>
    private let feed: AsyncStream<TrackerRadioEvent>.Continuation
    private let linked = Mutex<Set<DeviceID>>([])
    private let deliver: @Sendable (Downlink, DeviceID) -> Void

    /// A radio whose orders to trackers go to a function.
    init(deliver: @escaping @Sendable (Downlink, DeviceID) -> Void) {
        self.deliver = deliver
        // What a gateway cannot take in time is lost, as on the air; the oldest first.
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(10_000))
    }

    func notice(_ event: TrackerRadioEvent) {
        switch event {
        case .linked(let tracker): linked.withLock { _ = $0.insert(tracker) }
        case .unlinked(let tracker): linked.withLock { _ = $0.remove(tracker) }
        case .heard, .linkHeard, .linkLost, .resting, .received, .refused, .located, .pressed, .sensed, .battery, .seen,
            .overheard, .registered, .adapters, .scan:
            break
        }
        feed.yield(event)
    }

    func send(_ downlink: Downlink, to tracker: DeviceID) async throws(TrackerRadioError) {
        guard linked.withLock({ $0.contains(tracker) }) else { throw .notConnected(tracker) }
        deliver(downlink, tracker)
    }

    // Its trackers come and go by themselves, and no keys are needed to know them.

    func tend(_ tracker: DeviceID, over adapter: BluetoothAddress?) {}
    func leave(_ tracker: DeviceID) {}
    func call(_ tracker: DeviceID) {}
    func identity(behind address: BluetoothAddress?, _ frame: Advertisement?) -> TagIdentity? { nil }
}
