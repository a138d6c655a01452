import Bluetooth

/// A tag that writes down what it is asked.
actor FakeTag: AttributeServer {
    static let readable = AttributeName(service: BluetoothUUID(0x180F), characteristic: BluetoothUUID(0x2A19))
    static let secure = AttributeName(service: BluetoothUUID(0x1803), characteristic: BluetoothUUID(0x2A06))

    nonisolated let services = [
        LocalService(
            uuid: readable.service,
            characteristics: [LocalCharacteristic(uuid: readable.characteristic, properties: [.read, .notify])]
        ),
        LocalService(
            uuid: secure.service,
            characteristics: [
                LocalCharacteristic(
                    uuid: secure.characteristic,
                    properties: [.write, .indicate],
                    needsEncryption: true
                )
            ]
        ),
    ]
    nonisolated let updates: AsyncStream<AttributeUpdate>
    private nonisolated let output: AsyncStream<AttributeUpdate>.Continuation
    /// What happened, in order.
    nonisolated let log: AsyncStream<String>
    private let write: AsyncStream<String>.Continuation
    private var value: [UInt8] = Array(0..<40)

    init() {
        (updates, output) = AsyncStream.makeStream()
        (log, write) = AsyncStream.makeStream()
    }

    nonisolated func tell(_ name: AttributeName, _ value: [UInt8]) {
        output.yield(AttributeUpdate(name, value: value))
    }

    func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        defer { value[0] &+= 1 }
        return value
    }

    func write(
        _ value: [UInt8],
        to attribute: AttributeName,
        over link: LinkState
    ) async throws(AttributeError) {
        guard link.isBonded else { throw .insufficientAuthentication }
        guard value != [0xBD] else { throw AttributeError(code: 0x83) }
        write.yield("write \(value)")
    }

    func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {
        write.yield("\(attribute.characteristic.short ?? 0) \(isSubscribed ? "subscribed" : "unsubscribed")")
    }

    func link(isUp: Bool) async {
        write.yield(isUp ? "up" : "down")
    }
}

/// Somebody who agrees to even numbers.
struct EvenPerson: PairingPerson {
    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool { number.isMultiple(of: 2) }
    func passkey(shownBy tag: BluetoothAddress) async -> Int? { nil }
    func show(_ number: Int, for tag: BluetoothAddress) async {}
}
