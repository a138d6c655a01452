import Air
import Bluetooth
import Firmware
import RadioSupport
import Tracking

/// A firmware that a server of its own is around, as in a device.
actor Device {
    private(set) var firmware: Firmware
    private(set) var actions: [FirmwareAction] = []
    var now = Timestamp(seconds: 1000)
    var server: TrackerServer?
    /// What is subscribed to for the length of a test: a stream that is let go of unsubscribes.
    private var kept: [AsyncStream<[UInt8]>] = []

    init() {
        firmware = Firmware(parameters: FirmwareParameters())
        firmware.handle(.start, at: now, &actions)
    }

    func attach(_ server: TrackerServer) {
        self.server = server
    }

    @discardableResult
    func handle(_ event: FirmwareEvent) async -> TrackerView {
        let done = firmware.handle(event, at: now)
        actions += done
        for case .send(let uplink, over: .bluetooth) in done { await server?.say(uplink) }
        return TrackerView(firmware)
    }

    func keep(_ stream: AsyncStream<[UInt8]>) {
        kept.append(stream)
    }

    func pass(seconds: Int) {
        now = now.advanced(by: .seconds(seconds))
    }
}

/// A tracker in the air and a gateway's radio.
struct AirBench {
    static let address = BluetoothAddress(bits: 0xC0FF_EE00_1234)
    static let number = TrackerNumber(0x0011_2233_4455_6677)

    let device = Device()
    let server: TrackerServer
    let radio: AirRadio

    init(pairing: AirTag.PairingMethod = .justWorks, clock: any Clock<Duration> = ImpatientClock()) async {
        let device = device
        server = TrackerServer(number: Self.number, view: TrackerView(await device.firmware)) {
            await device.handle($0)
        }
        await device.attach(server)
        radio = AirRadio(clock: clock)
        await radio.add(AirTag(address: Self.address, tracker: server, pairing: pairing))
        await radio.advertise(Self.address, rssi: -50)
    }

    static func registration(_ owner: String = "sam") throws -> Registration {
        try Registration(owner: Name(owner), device: Name("keys"), gateway: Name("den"), reportEvery: 60)
    }

    /// Connects, pairs and finds a characteristic of the Tagalong service.
    func paired(_ person: any PairingPerson = Person()) async throws -> any Peer {
        let peer = try await radio.connect(to: Self.address, over: nil)
        try await radio.pair(with: Self.address, asking: person)
        return peer
    }

    /// The whole of a registration as a gateway does it; answers what the tracker said.
    ///
    /// Seven operations: 1 identity, 2 subscribe, 3 request, 4 confirm, 5 subscribe to fixes, 6 activate, 7 identity.
    @discardableResult
    func register(
        _ owner: String = "sam",
        stored: (TrackerNumber) -> Void = { _ in }
    ) async throws -> RegistrationAnswer {
        let peer = try await paired()
        _ = try TrackerIdentity(gattValue: await peer.read(peer.tagalong(TagalongService.identity)))
        let answers = try await peer.values(of: peer.tagalong(TagalongService.registration))
        let request = try Self.registration(owner).gattValue
        try await peer.write(request, to: peer.tagalong(TagalongService.registration), confirmed: true)
        guard let bytes = await answers.first(where: { _ in true }) else { throw RadioError.disconnected(Self.address) }
        let answer = try RegistrationAnswer(gattValue: bytes)
        guard answer.status == .accepted else { return answer }
        stored(answer.number)
        try await peer.control(.confirmRegistration)
        await device.keep(try await peer.values(of: peer.tagalong(TagalongService.fix)))
        try await peer.control(.desired(DesiredState(version: 1, reportEvery: 60)))
        _ = try await peer.read(peer.tagalong(TagalongService.identity))
        return answer
    }
}

extension Peer {
    func tagalong(_ uuid: BluetoothUUID) throws -> PeerCharacteristic {
        try found(uuid, of: TagalongService.uuid)
    }

    func found(_ uuid: BluetoothUUID, of service: BluetoothUUID) throws -> PeerCharacteristic {
        guard let found = characteristic(uuid, of: service) else { throw RadioError.noCharacteristic(uuid, tag) }
        return found
    }

    func control(_ request: ControlRequest) async throws {
        try await write(request.gattValue, to: tagalong(TagalongService.control), confirmed: true)
    }
}

/// Somebody who says and types what was set.
struct Person: PairingPerson {
    var confirms = true
    var typed: Int?

    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool { confirms }
    func passkey(shownBy tag: BluetoothAddress) async -> Int? { typed }
    func show(_ number: Int, for tag: BluetoothAddress) async {}
}

/// A clock for which all waiting is over at once.
struct ImpatientClock: Clock {
    var now: Timestamp { Timestamp(milliseconds: 0) }
    var minimumResolution: Duration { .milliseconds(1) }
    func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {}
}
