public import Bluetooth
public import Firmware
public import Tracking

/// One of our trackers as a GATT server, around a firmware that lives elsewhere: in a simulated world, or in a test.
///
/// What a central does becomes events for the firmware; what the firmware says is handed in by ``say(_:)``. What
/// nobody has subscribed to is not kept here: the firmware keeps its fixes until they are stored.
public actor TrackerServer: AttributeServer {
    /// Lets an event happen to the firmware and answers with how it is then.
    public typealias Host = @Sendable (FirmwareEvent) async -> TrackerView

    public nonisolated let services = TrackerServices.all
    public nonisolated let updates: AsyncStream<AttributeUpdate>
    public nonisolated let advertisement: TrackerAdvertisement

    private var table: TrackerTable
    private let host: Host
    private let output: AsyncStream<AttributeUpdate>.Continuation

    /// A tracker with its own number, as its firmware is now; the power is in dBm, and the host runs the firmware.
    public init(number: TrackerNumber, txPower: Int8 = 0, view: TrackerView, host: @escaping Host) {
        table = TrackerTable(number: number, txPower: txPower, view: view)
        advertisement = TrackerAdvertisement(number: number, txPower: txPower)
        self.host = host
        // The oldest go first: a central so far behind has missed them anyway.
        (updates, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
    }

    /// Whether it takes another bond: only while it is free, so that only its owner ever has one.
    public var acceptsPairing: Bool { table.view.owner == nil }

    /// The firmware says something over Bluetooth.
    public func say(_ uplink: Uplink) { send(table.say(uplink)) }

    /// The firmware has changed by something else than this server.
    public func update(_ view: TrackerView) { send(table.update(view)) }

    public func read(_ attribute: AttributeName, over link: LinkState) async throws(AttributeError) -> [UInt8] {
        try table.read(attribute, over: link)
    }

    public func write(
        _ value: [UInt8], to attribute: AttributeName, over link: LinkState
    ) async throws(AttributeError) {
        guard let event = try table.write(value, to: attribute, over: link) else { return }
        let view = await host(event)
        send(try table.took(event, view))
    }

    public func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) async {
        await happen(table.subscribed(to: attribute, isSubscribed))
    }

    public func link(isUp: Bool) async { await happen(table.link(isUp: isUp)) }

    private func happen(_ event: FirmwareEvent?) async {
        guard let event else { return }
        let view = await host(event)
        send(table.update(view))
    }

    private func send(_ updates: [AttributeUpdate]) {
        for update in updates { output.yield(update) }
    }
}
