import Air
import Bluetooth
import Firmware
import RadioSupport
import Tracking

/// A tracker's firmware with a server around it, as in a device.
actor TrackerDevice {
    private(set) var firmware = Firmware(parameters: FirmwareParameters())
    private(set) var actions: [FirmwareAction] = []
    private let clock: any UTCClock
    private var server: TrackerServer?

    init(clock: any UTCClock) {
        self.clock = clock
        firmware.handle(.start, at: clock.now, &actions)
    }

    /// Puts the device into the air.
    func join(
        _ radio: AirRadio,
        at address: BluetoothAddress,
        _ number: TrackerNumber,
        pairing: AirTag.PairingMethod = .numericComparison(123_456)
    ) async {
        let server = TrackerServer(number: number, view: TrackerView(firmware)) { await self.handle($0) }
        self.server = server
        await radio.add(AirTag(address: address, tracker: server, pairing: pairing))
    }

    @discardableResult
    func handle(_ event: FirmwareEvent) async -> TrackerView {
        let done = firmware.handle(event, at: clock.now)
        actions += done
        for case .send(let uplink, over: .bluetooth) in done { await server?.say(uplink) }
        return TrackerView(firmware)
    }

    /// What it advertises.
    var advertisement: Advertisement? { server?.advertisement.advertisement }

    var owner: Name? { firmware.owner }
    var isRinging: Bool { actions.last { if case .ring = $0 { true } else { false } } == .ring(true) }
}
