import Bluetooth
import Foundation
import HostStack
import Messages
import Testing
import Tracking

@testable import tagalong

struct TagMemoryTests {
    private static let number = TrackerNumber(0xFEDC_BA98_7654_3210)

    private static func memory() throws -> TagMemory {
        var bond = Bond(
            peer: DeviceAddress(BluetoothAddress(bits: 0x0002_5B00_0001), .public),
            identityKey: IdentityKey(0x1),
            longTermKey: UInt128.max - 7,
            diversifier: 0xFFFF,
            random: .max,
            keySize: 7,
            isAuthenticated: true,
            isSecureConnections: false,
            signingKey: 5
        )
        let fix = AttributeName(service: TagalongService.uuid, characteristic: TagalongService.fix)
        let battery = AttributeName(service: BluetoothUUID(0x180F), characteristic: BluetoothUUID(0x2A19))
        bond.client.configurations = [fix: 1, battery: 2]
        (bond.client.features, bond.client.knownHash) = (1, 0xABC)
        let registration = try Registration(
            owner: Name("sam"),
            device: Name("keys"),
            gateway: Name("den"),
            reportEvery: 60,
            broker: "mqtts://broker.example",
            user: "keys",
            password: "grüezi \"x\""
        )
        let desired = DesiredState(version: 217_000_000, power: .off, reportEvery: 1, mode: .cellular)
        return TagMemory(registration: registration, desired: desired, bonds: [bond], identityKey: IdentityKey(0xF00))
    }

    /// A place for a file that is gone after the test.
    private static func withFile<Answer>(_ body: (TagMemoryFile) throws -> Answer) throws -> Answer {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tagalong-\(UUID()).flash").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(TagMemoryFile(path: path))
    }

    @Test func `what trackers keep comes back as it was, and nobody else may read it`() throws {
        let kept = [
            Self.number: try Self.memory(),
            TrackerNumber(1): TagMemory(desired: DesiredState(version: 0), bonds: try Self.memory().bonds),
        ]
        try Self.withFile { file in
            #expect(try file.read() == [:])
            try file.write(kept)
            #expect(try file.read() == kept)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
        }
    }

    @Test func `a tracker as it left the factory is not written down`() throws {
        try Self.withFile { file in
            try file.write([Self.number: TagMemory(desired: DesiredState(version: 0), bonds: [])])
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).isEmpty)
        }
    }

    @Test(arguments: [
        (#""ltk":"ff"#, #""ltk":"xf"#, "ltk: 32 hexadecimal digits is expected"),
        (#""key_size":7"#, #""key_size":6"#, "key_size: a number from 7 to 16 is expected"),
        (#""key_size":7"#, #""key_size":"7""#, "bonds[0].key_size: a value of another kind is expected"),
        (#""power":"off""#, #""power":"of""#, "desired.power: on or off is expected"),
        (#""peer":"00"#, #""peer":"0"#, "peer: an address, six pairs of digits is expected"),
        (#""gateway":"den","#, "", "owner.gateway is missing"),
        (#""name":"sam""#, #""name":"s m""#, "owner.name: 1 to 64 letters, digits, '_' or '-' is expected"),
        (#""number":"F"#, #""number":"-"#, "number: 16 hexadecimal digits is expected"),
        (#""features":1"#, #""features":256"#, "a JSON object with numbers in their ranges is expected"),
        ("{", "", "a JSON object with numbers in their ranges is expected"),
    ])
    func `what is no memory of a tracker is refused with its line and key`(
        good: String,
        bad: String,
        complaint: String
    ) throws {
        try Self.withFile { file in
            try file.write([Self.number: Self.memory()])
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            let broken = try #require(text.firstRange(of: good).map { text.replacingCharacters(in: $0, with: bad) })
            try Data(("\n" + broken).utf8).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: CommandFailure(.badInput, "\(file.path):2: \(complaint)")) { try file.read() }
        }
    }

    @Test func `a file that cannot be made is told before anything runs`() {
        #expect(throws: CommandFailure.self) { try TagMemoryRegistry(path: "/nowhere/flash") }
    }
}
