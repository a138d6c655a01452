import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import HostStack

struct PairingRefusalTests {
    @Test(
        arguments: [
            ("01 03 00 09 10 00", 0x0A), ("01", 0x0A), ("01 05 00 09 10 00 00", 0x0A), ("01 03 02 09 10 00 00", 0x0A),
            ("01 03 00 09 06 00 00", 0x0A), ("01 03 00 09 11 00 00", 0x0A), ("01 03 00 09 0F 00 00", 0x06),
            ("01 03 01 09 10 00 00", 0x02), ("0F", 0x07), ("00 01", 0x07), ("FF", 0x07),
        ] as [(String, UInt8)]
    )
    func `a request that cannot be is refused with its reason`(request: String, reason: UInt8) {
        var wire = Wire()
        #expect(wire.exchange(hex(request), on: .security) == [[0x05, reason]])
        #expect(wire.host.nextDeadline == nil)
    }

    @Test(
        arguments: [
            (SecuritySettings(requiresProtection: true), 0x03),
            (SecuritySettings(requiresSecureConnections: true), 0x03),
        ] as [(SecuritySettings, UInt8)]
    )
    func `less than the tag requires is refused`(settings: SecuritySettings, reason: UInt8) {
        var wire = Wire(settings)
        #expect(wire.exchange(hex("01 03 00 01 10 00 00"), on: .security) == [[0x05, reason]])
    }

    @Test func `a tag that takes no more bonds says so`() {
        var wire = Wire(bonds: BondTable(capacity: 0))
        #expect(wire.exchange(Initiator().request, on: .security) == [[0x05, 0x05]])
        #expect(wire.effects == [.pairingFailed(.refused(.pairingNotSupported))])
    }

    @Test func `a tag that does not pair now says so`() {
        var wire = Wire()
        wire.host.acceptsPairing = false
        #expect(wire.exchange(Initiator().request, on: .security) == [[0x05, 0x05]])
    }

    @Test(arguments: [0, 1, 19])
    func `a wrong commitment to a bit of the passkey ends the pairing`(round: Int) {
        expectFailure(.confirm(round: round), .keyboardOnly, tag: .displayOnly, .confirmValueFailed)
    }

    @Test func `a wrong commitment in legacy pairing ends it`() {
        expectFailure(.confirm(round: 0), .keyboardOnly, tag: .displayOnly, .confirmValueFailed, isSecure: false)
    }

    @Test func `a wrong check value ends the pairing`() {
        expectFailure(.checkValue, .displayYesNo, tag: .displayYesNo, .checkValueFailed)
    }

    @Test(arguments: [
        KeyPairTests.publicA.littleEndian,
        [UInt8](repeating: 0, count: 64),
        [UInt8](repeating: 0xFF, count: 64),
        KeyPairTests.publicB.littleEndian.prefix(32) + [UInt8](repeating: 0, count: 32),
    ])
    func `the debug key and points off the curve are refused`(point: [UInt8]) {
        expectFailure(.publicKey(point), .none, tag: .none, .invalidParameters)
    }

    @Test func `the debug key is taken where it is wanted`() {
        var wire = Wire(SecuritySettings(acceptsDebugKey: true))
        _ = wire.exchange(Initiator().request, on: .security)
        let answers = wire.exchange([0x0C] + KeyPairTests.publicA.littleEndian, on: .security)
        #expect(answers.map(\.first) == [0x0C, 0x03])
    }

    @Test func `the user says that the numbers differ`() {
        var wire = Wire(SecuritySettings(inputOutput: .displayYesNo, wantsProtection: true))
        _ = wire.exchange(Initiator(.displayYesNo).request, on: .security)
        _ = wire.exchange([0x0C] + KeyPairTests.publicB.littleEndian, on: .security)
        _ = wire.exchange([0x04] + [UInt8](repeating: 1, count: 16), on: .security)
        // The central's check value may come before the user has looked.
        #expect(wire.exchange([0x0D] + [UInt8](repeating: 1, count: 16), on: .security) == [])
        #expect(wire.handle(.comparisonConfirmed(false)).map(\.payload) == [[0x05, 0x0C]])
        #expect(wire.effects.last == .pairingFailed(.refused(.numericComparisonFailed)))
    }

    @Test(arguments: [nil, 1_000_000] as [UInt32?])
    func `the user gives up on the passkey, or types nonsense`(passkey: UInt32?) {
        var wire = Wire(SecuritySettings(inputOutput: .keyboardOnly, wantsProtection: true))
        _ = wire.exchange(Initiator(.displayOnly).request, on: .security)
        _ = wire.exchange([0x0C] + KeyPairTests.publicB.littleEndian, on: .security)
        #expect(wire.exchange([0x03] + [UInt8](repeating: 1, count: 16), on: .security) == [])
        #expect(wire.handle(.passkeyEntered(passkey)).map(\.payload) == [[0x05, 0x01]])
    }

    @Test func `who guesses wrong has to wait, longer each time`() {
        var wire = Wire(SecuritySettings(inputOutput: .displayOnly, wantsProtection: true))
        var initiator = Initiator(.keyboardOnly)
        initiator.wrong = .confirm(round: 0)
        for wait in [1, 2, 4, 8] as [Int64] {
            #expect(throws: Initiator.Failed(code: 0x04)) { try initiator.pair(over: &wire) }
            wire.sleep(.seconds(wait) - .milliseconds(1))
            #expect(throws: Initiator.Failed(code: 0x09)) { try initiator.pair(over: &wire) }
            wire.sleep(.milliseconds(1))
            wire.effects = []
        }
        initiator.wrong = nil
        #expect(throws: Never.self) { try initiator.pair(over: &wire) }
        #expect(!wire.host.shared.attempts.mustWait(Wire.central, at: wire.now))
    }

    @Test func `30 s of silence end a pairing, and with it all pairing on this link`() {
        var wire = Wire()
        _ = wire.exchange(Initiator().request, on: .security)
        #expect(wire.host.nextDeadline == wire.now.advanced(by: .seconds(30)))
        wire.sleep(.seconds(30))
        #expect(wire.handle(.tick) == [])
        #expect(wire.effects == [.pairingFailed(.timeout)])
        #expect(wire.exchange(Initiator().request, on: .security) == [])
        wire.handle(.disconnected)
        wire.connect()
        #expect(wire.exchange(Initiator().request, on: .security).first?.first == 0x02)
    }

    @Test func `a link that goes away takes its pairing with it`() {
        var wire = Wire()
        _ = wire.exchange(Initiator().request, on: .security)
        wire.handle(.disconnected)
        #expect(wire.effects == [.pairingFailed(.linkLost)])
        #expect(wire.host.nextDeadline == nil)
    }

    @Test func `the central gives up`() {
        var wire = Wire()
        _ = wire.exchange(Initiator().request, on: .security)
        #expect(wire.exchange([0x05, 0x08], on: .security) == [])
        #expect(wire.effects == [.pairingFailed(.byPeer(code: 8))])
    }

    @Test func `a replayed Pairing Random is no answer to the next commitment`() {
        var wire = Wire(SecuritySettings(inputOutput: .displayOnly, wantsProtection: true))
        _ = wire.exchange(Initiator(.keyboardOnly).request, on: .security)
        _ = wire.exchange([0x0C] + KeyPairTests.publicB.littleEndian, on: .security)
        let random = [0x04] + [UInt8](repeating: 1, count: 16)
        #expect(wire.exchange(random, on: .security) == [[0x05, 0x08]])
        #expect(wire.exchange(random, on: .security) == [])
    }

    @Test func `nobody takes the place of a central that has shown more`() throws {
        let settings = SecuritySettings(inputOutput: .displayYesNo, wantsProtection: true)
        var wire = Wire(settings), owner = Initiator(.displayYesNo)
        owner.identity = (0x77, Wire.central)
        let key = try owner.pair(over: &wire)
        wire.handle(.disconnected)
        wire.effects = []
        wire.connect()
        var stranger = Initiator(.none)
        #expect(throws: Initiator.Failed(code: 0x03)) { try stranger.pair(over: &wire) }
        wire.handle(.disconnected)
        wire.effects = []
        // From another address, but with the owner's name.
        stranger.address = DeviceAddress(BluetoothAddress(bits: 0x22), .public)
        stranger.identity = (0x78, Wire.central)
        wire.connect(from: stranger.address)
        #expect(throws: Initiator.Failed(code: 0x0F)) { try stranger.pair(over: &wire) }
        #expect(wire.host.bonds.bonds.map(\.longTermKey) == [key])
    }

    @Test(
        arguments: [
            // The key comes before the address.
            (["09 00 112233445566"], 0x08),
            (["08 00112233445566778899AABBCCDDEEFF", "09 00 000000000000"], 0x0A),
            (["08 00112233445566778899AABBCCDDEEFF", "09 02 112233445566"], 0x0A),
            // A private address stands for nobody.
            (["08 00112233445566778899AABBCCDDEEFF", "09 01 112233445546"], 0x0A),
            (["08 00112233445566778899AABBCCDDEEFF", "08 00112233445566778899AABBCCDDEEFF"], 0x08),
            // Keys that were not agreed upon.
            (["0A 00112233445566778899AABBCCDDEEFF"], 0x08),
            (["06 00112233445566778899AABBCCDDEEFF"], 0x08),
        ] as [([String], UInt8)]
    )
    func `an identity that is none is refused`(commands: [String], reason: UInt8) throws {
        var wire = Wire(), initiator = Initiator()
        initiator.features.initiatorKeys.insert(.identity)
        _ = try initiator.pair(over: &wire)
        let answers = commands.flatMap { wire.exchange(hex($0), on: .security) }
        #expect(answers == [[0x05, reason]])
        #expect(wire.host.bonds.bonds == [])
    }

    private func expectFailure(
        _ wrong: Initiator.Wrong,
        _ central: InputOutput,
        tag: InputOutput,
        _ reason: PairingFailureReason,
        isSecure: Bool = true
    ) {
        var wire = Wire(SecuritySettings(inputOutput: tag, wantsProtection: true)), initiator = Initiator(central)
        if !isSecure { initiator.features.requirements = .bonding }
        initiator.wrong = wrong
        #expect(throws: Initiator.Failed(code: reason.rawValue)) { try initiator.pair(over: &wire) }
        #expect(wire.effects.last == .pairingFailed(.refused(reason)))
        #expect(wire.host.bonds.bonds == [])
        #expect(wire.state == LinkState(isEncrypted: false, isBonded: false))
    }
}
