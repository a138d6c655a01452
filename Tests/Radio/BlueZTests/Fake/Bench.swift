import BlueZ
import Bluetooth
import Logging
import Messages
import ServerSupport
import Synchronization
import SystemBus
import TestSupport

/// A radio over a fake bluetoothd.
struct Bench {
    static let adapter = "00:00:00:00:00:01"
    static let tag = "C0:00:00:00:00:01"
    static let tagAddress = BluetoothAddress(bits: 0xC000_0000_0001)
    static let adapterAddress = BluetoothAddress(bits: 1)

    let fake: FakeBlueZ
    let radio: BlueZRadio
    let clock: ManualClock
    let log: RadioLog
    let running: Task<Void, any Error>

    /// Ends the radio, as its program does.
    func stop() async {
        running.cancel()
        _ = try? await running.value
    }

    /// Waits until something is the case, while the bench's clock runs by a step each time.
    func until(_ step: Duration = .zero, _ condition: () async -> Bool) async -> Bool {
        for _ in 0..<4000 {
            if await condition() { return true }
            clock.advance(by: step)
            try? await Task.sleep(for: .milliseconds(2))
        }
        return false
    }

    func isScanning() async -> Bool {
        await until(.milliseconds(100)) { await radio.adapters.first?.health == .scanning }
    }

    /// Lets the radio hear the tag, and waits until it does.
    func hear(_ rssi: Int16 = -60, by adapter: String = "hci0") async -> Bool {
        guard await isScanning() else { return false }
        // After a pause that nobody was told of, scanning begins a moment later.
        let isDiscovering = await until { await fake.adapters[adapter]?.isDiscovering == true }
        guard isDiscovering else { return false }
        let before = log.strengths.count
        guard (try? await fake.hear(Self.tag, by: adapter, rssi: rssi)) != nil else { return false }
        return await until { log.strengths.count > before }
    }

    /// Connects to the tag while the clock runs.
    func connect() async throws -> any Peer {
        try await running { try await radio.connect(to: Self.tagAddress, over: nil) }
    }

    func pair(_ person: FakePerson) async throws {
        try await running { try await radio.pair(with: Self.tagAddress, asking: person) }
    }

    /// Runs something while the clock runs.
    func running<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let time = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(20))
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        defer { time.cancel() }
        return try await body()
    }
}

/// What a radio has noticed.
final class RadioLog: Sendable {
    private let entries = Mutex<[RadioEvent]>([])

    var events: [RadioEvent] { entries.withLock { $0 } }

    func add(_ event: RadioEvent) { entries.withLock { $0.append(event) } }

    var sightings: [Sighting] {
        events.compactMap { if case .heard(let sighting) = $0 { sighting } else { nil } }
    }

    /// The strengths of all sightings that had one.
    var strengths: [Int] {
        sightings.compactMap(\.rssi)
    }

    var losses: Int { events.count { if case .lost = $0 { true } else { false } } }
    var disconnections: Int { events.count { if case .disconnected = $0 { true } else { false } } }

    var proofs: [ScanProof] {
        events.compactMap { if case .scan(_, let proof) = $0 { proof } else { nil } }
    }

    var healths: [AdapterHealth] {
        events.compactMap { if case .adapter(let status) = $0 { status.health } else { nil } }
    }
}

/// Somebody at the tag.
struct FakePerson: PairingPerson {
    var saysYes = true
    var typed: Int?
    let seen = Seen()

    final class Seen: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }

        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool {
        seen.add(number)
        return saysYes
    }

    func passkey(shownBy tag: BluetoothAddress) async -> Int? { typed }

    func show(_ number: Int, for tag: BluetoothAddress) async {
        seen.add(number)
    }
}

/// Runs the body with a radio over a fake bluetoothd with one adapter and one tag.
func withBench(
    _ configuration: BlueZConfiguration = BlueZConfiguration(),
    tag: FakeTag = FakeTag(address: Bench.tag),
    adapter: FakeBlueZ.Adapter? = FakeBlueZ.Adapter(address: Bench.adapter),
    starts: Bool = true,
    _ body: (Bench) async throws -> Void
) async throws {
    try await withTestMessageBus { daemon in
        let fake = FakeBlueZ(on: daemon.address)
        if let adapter { try await fake.plug("hci0", adapter) }
        await fake.place(tag)
        if starts { try await fake.start() }
        var configuration = configuration
        configuration.bus = .address(daemon.address)
        // The fake answers from the threads that all tests share.
        configuration.requestTimeout = .seconds(1000)
        let (clock, log) = (ManualClock(), RadioLog())
        let radio = BlueZRadio(configuration: configuration, clock: clock, logger: .silent)
        let running = Task { try await radio.run() }
        let reading = Task { for await event in radio.events { log.add(event) } }
        defer { reading.cancel() }
        do {
            try await body(Bench(fake: fake, radio: radio, clock: clock, log: log, running: running))
        } catch {
            running.cancel()
            await fake.stop()
            throw error
        }
        running.cancel()
        try await running.value
        await fake.stop()
    }
}
