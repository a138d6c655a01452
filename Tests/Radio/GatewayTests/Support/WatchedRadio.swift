import Air
import Bluetooth
import RadioSupport
import Synchronization

/// The air as an adapter hears it that tells no strengths; counts the attempts to connect.
final class WatchedRadio: Radio {
    let air: AirRadio
    let events: AsyncStream<RadioEvent>
    let attempts = Mutex(0)
    private let feed: AsyncStream<RadioEvent>.Continuation

    init(_ air: AirRadio) {
        self.air = air
        let (events, feed) = AsyncStream.makeStream(of: RadioEvent.self)
        (self.events, self.feed) = (events, feed)
        Task {
            for await event in air.events { feed.yield(Self.withoutStrength(event)) }
            feed.finish()
        }
    }

    /// Tells of something before it happens in the air.
    func tell(_ event: RadioEvent) { feed.yield(event) }

    private static func withoutStrength(_ event: RadioEvent) -> RadioEvent {
        guard case .heard(let sighting) = event else { return event }
        return .heard(
            Sighting(
                tag: sighting.tag,
                adapter: sighting.adapter,
                advertisement: sighting.advertisement,
                rssi: nil,
                isBonded: sighting.isBonded
            )
        )
    }

    var adapters: [AdapterStatus] { get async { await air.adapters } }

    func connect(to tag: BluetoothAddress, over adapter: BluetoothAddress?) async throws(RadioError) -> any Peer {
        attempts.withLock { $0 += 1 }
        return try await air.connect(to: tag, over: adapter)
    }

    func pair(with tag: BluetoothAddress, asking person: any PairingPerson) async throws(RadioError) {
        try await air.pair(with: tag, asking: person)
    }

    func unbond(_ tag: BluetoothAddress) async throws(RadioError) { try await air.unbond(tag) }
}
