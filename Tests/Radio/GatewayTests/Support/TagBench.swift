import Air
import Bluetooth
import Foundation
import Gateway
import Messages
import RadioSupport
import Synchronization
import TestSupport
import Tracking

/// A tracker in the air, a gateway's radio around it, and a registry in a directory of its own.
final class TagBench: Sendable {
    static let address = BluetoothAddress(bits: 0xC0FF_EE00_1234)
    static let number = TrackerNumber(0x0011_2233_4455_6677)

    let clock = SwiftClock()
    let air: AirRadio
    let device: TrackerDevice
    let file: RegistryFile
    let tags: TagRadio
    let gateway: Name
    let sam: Name
    private let directory: URL
    let published = Mutex<[Message]>([])
    /// What the bus says is wanted of the tracker.
    let desired = Mutex<Kept<DesiredState>?>(nil)

    init(health: AdapterHealth = .scanning) async throws {
        (gateway, sam) = (try Name("hall"), try Name("sam"))
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("tags-\(UUID())")
        file = RegistryFile(path: directory.appendingPathComponent("tags.jsonl").path)
        let adapter = AdapterStatus(name: "air0", address: BluetoothAddress(bits: 0xC0FF_EE00_0001), health: health)
        air = AirRadio(adapters: [adapter], clock: clock, timeout: .seconds(5))
        device = TrackerDevice(clock: clock)
        await device.join(air, at: Self.address, Self.number)
        tags = TagRadio(
            radio: air,
            library: .standard,
            registry: file,
            clock: clock,
            logger: .silent
        )
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Runs the radio, with the tracker advertising, for the length of a test.
    func running(_ body: () async throws -> Void) async throws {
        let run = Task { [tags] in try await tags.run() }
        let advertising = Task { [air, clock] in
            while !Task.isCancelled {
                await air.advertise(Self.address, rssi: -50)
                try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(500)), tolerance: nil)
            }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        advertising.cancel()
        run.cancel()
        try? await run.value
        try outcome.get()
    }

    func pairing(isBusOpen: Bool = true, credentials: (any CredentialIssuer)? = nil) -> Pairing {
        Pairing(
            over: tags,
            settings: Pairing.Settings(gateway: gateway, broker: "mqtts://broker.example", answerWithin: .seconds(60)),
            credentials: credentials,
            clock: clock,
            desired: { [self] _ in desired.withLock { $0 } },
            publish: { [self] message in
                guard isBusOpen else { throw BusClosed() }
                published.withLock { $0.append(message) }
            }
        )
    }

    func request(_ item: String = "Sam's Keys", owner: Name? = nil) -> PairingRequest {
        PairingRequest(tag: "\(Self.address)", item: item, owner: owner ?? sam, findWithin: .seconds(60))
    }

    /// Waits until something holds, for long.
    func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<1200 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
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
