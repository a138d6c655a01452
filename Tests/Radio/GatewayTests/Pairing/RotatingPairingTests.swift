import Bluetooth
import Foundation
import Gateway
import Messages
import Synchronization
import TestSupport
import Testing
import Tracking

struct RotatingPairingTests {
    private static let resolvable = BluetoothAddress(bits: 0x5AFF_EE00_1234)
    private static let fixed = BluetoothAddress(bits: 0xC0FF_EE00_1234)
    private static let iTag = Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)])
    /// Away from its owner: 25 bytes behind `12 19`.
    private static let findMy = Advertisement(
        manufacturerData: [0x004C: [0x12, 0x19, 0x10] + Array(repeating: 7, count: 24)]
    )
    private static let fmdn = Advertisement(
        serviceData: [BluetoothUUID(0xFEAA): [0x41] + Array(repeating: 7, count: 20)]
    )
    private static let beacon = Advertisement(
        manufacturerData: [0x004C: [0x02, 0x15] + Array(repeating: 7, count: 20) + [0xC5]]
    )

    private func pair(_ radio: RotatingRadio, _ file: RegistryFile) async throws -> TagEntry {
        let clock = SwiftClock()
        let library = try ProfileLibrary(directories: [packageRoot.appending(path: "devices").path])
        let tags = TagRadio(radio: radio, library: library, registry: file, clock: clock, logger: .silent)
        let pairing = Pairing(
            over: tags,
            settings: Pairing.Settings(gateway: try Name("hall")),
            clock: clock,
            desired: { _ in nil },
            publish: { _ in }
        )
        let run = Task { try await tags.run() }
        let request = PairingRequest(tag: "\(radio.sighting.tag)", item: "Keys", owner: try Name("sam"))
        let outcome: Result<TagEntry, any Error>
        do { outcome = .success(try await pairing.pair(request, asking: Person()) { _ in }) } catch {
            outcome = .failure(error)
        }
        run.cancel()
        try? await run.value
        return try outcome.get()
    }

    private func withRegistry(_ body: (RegistryFile) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("rotating-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(RegistryFile(path: directory.appendingPathComponent("tags.jsonl").path))
    }

    /// Tags that nobody would recognise in a quarter of an hour.
    private static let refused: [(BluetoothAddress, AddressKind?, Advertisement, BluetoothAddress?)] = [
        (resolvable, .resolvable, iTag, nil),
        // Its bond does not tell who it is.
        (resolvable, .resolvable, iTag, resolvable), (BluetoothAddress(bits: 0x1234), .nonResolvable, iTag, fixed),
        // An AirTag's address looks static. bluetoothd says that it has bonded.
        (fixed, .staticRandom, findMy, BluetoothAddress(bits: 9)), (resolvable, .resolvable, fmdn, fixed),
    ]

    @Test(arguments: refused)
    func `a tag that would be lost with its next address is refused with what to do, and no bond stays`(
        address: BluetoothAddress, kind: AddressKind?, advertisement: Advertisement, identity: BluetoothAddress?
    ) async throws {
        try await withRegistry { file in
            let radio = RotatingRadio(address, kind, advertisement, identity)
            let error = await #expect(throws: PairingError.self) { try await pair(radio, file) }
            #expect(error.map { "\($0)".contains("'tagalong pair --key FILE'") } == true)
            let entries = try file.read().entries
            #expect(entries.isEmpty)
            #expect(radio.isBonded.withLock { $0 } != true)
        }
    }

    @Test func `a resolvable tag that bonds is kept under the address that its bond reveals`() async throws {
        try await withRegistry { file in
            let entry = try await pair(RotatingRadio(Self.resolvable, .resolvable, Self.iTag, Self.fixed), file)
            #expect(entry.identity == .address(Self.fixed))
            #expect(entry.address == Self.fixed)
            #expect(entry.isBonded)
            #expect(entry.adapter == RotatingRadio.adapter)
            let entries = try file.read().entries
            #expect(entries == [entry])
        }
    }

    /// Tags whose address, or something else, stays the same.
    @Test(
        arguments: [
            (fixed, .staticRandom, iTag), (fixed, .registered, iTag), (resolvable, nil, iTag),
            (resolvable, .resolvable, beacon),
        ] as [(BluetoothAddress, AddressKind?, Advertisement)]
    )
    func `a tag that stays recognisable is written down without a bond`(
        address: BluetoothAddress, kind: AddressKind?, advertisement: Advertisement
    ) async throws {
        try await withRegistry { file in
            let radio = RotatingRadio(address, kind, advertisement, nil)
            let entry = try await pair(radio, file)
            #expect(!entry.isBonded)
            #expect(radio.isBonded.withLock { $0 } == nil)
        }
    }
}
