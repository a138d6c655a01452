import Bluetooth
import Synchronization
import Tracking

/// A tag of somebody else's make: standard ring, battery, link loss, a button, and a position.
final class ForeignTag: AttributeServer {
    static let address = BluetoothAddress(bits: 0xC0FF_EE00_9999)
    static let advertisement = Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)])

    let updates: AsyncStream<AttributeUpdate>
    private let feed: AsyncStream<AttributeUpdate>.Continuation
    let written = Mutex<[AttributeUpdate]>([])
    /// When its links came and went, by its clock if it has one: each time is taken before its central goes on.
    let linked = Mutex<[(isUp: Bool, time: Timestamp)]>([])

    static let alert = AttributeName(
        service: StandardService.immediateAlert,
        characteristic: StandardCharacteristic.alertLevel
    )
    static let linkLoss = AttributeName(
        service: StandardService.linkLoss,
        characteristic: StandardCharacteristic.alertLevel
    )
    static let battery = AttributeName(
        service: StandardService.battery,
        characteristic: StandardCharacteristic.batteryLevel
    )
    static let button = AttributeName(service: BluetoothUUID(0xFFE0), characteristic: BluetoothUUID(0xFFE1))
    static let position = AttributeName(
        service: StandardService.locationAndNavigation,
        characteristic: StandardCharacteristic.locationAndSpeed
    )

    /// Nil where its battery cannot be read.
    private let level: UInt8?
    private let clock: (any UTCClock)?

    init(battery level: UInt8? = 73, clock: (any UTCClock)? = nil) {
        (self.level, self.clock) = (level, clock)
        (updates, feed) = AsyncStream.makeStream()
    }

    var services: [LocalService] {
        let members: [(AttributeName, CharacteristicProperties)] = [
            (Self.alert, [.writeWithoutResponse]), (Self.linkLoss, [.read, .write]), (Self.battery, [.read]),
            (Self.button, [.notify]), (Self.position, [.notify]),
        ]
        return members.map { name, properties in
            LocalService(
                uuid: name.service,
                characteristics: [LocalCharacteristic(uuid: name.characteristic, properties: properties)]
            )
        }
    }

    func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        guard let level else { throw .readNotPermitted }
        return [level]
    }

    func write(_ value: [UInt8], to attribute: AttributeName, over link: LinkState) async throws(AttributeError) {
        written.withLock { $0.append(AttributeUpdate(attribute, value: value)) }
    }

    func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {}
    func link(isUp: Bool) async {
        if let clock { linked.withLock { $0.append((isUp, clock.now)) } }
    }

    func notify(_ value: [UInt8], of attribute: AttributeName) {
        feed.yield(AttributeUpdate(attribute, value: value))
    }

    func wrote(_ value: [UInt8], to attribute: AttributeName) -> Bool {
        written.withLock { $0.contains(AttributeUpdate(attribute, value: value)) }
    }
}
