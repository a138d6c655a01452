import Bluetooth
import TestSupport
import Testing

@testable import Air

/// Rules of the specification that a host may break, each with the code for it.
@Suite struct RuleTests {
    private static let scanning = "01 10 00 10 00 00 00"
    private static let extendedScanning = "00 00 01 00 10 00 10 00"
    private static let noKey = String(repeating: "00 ", count: 15) + "00"

    @Test func `legacy and extended commands are not mixed until a reset`() {
        var bench = Bench(.extended)
        #expect(bench.send(.leSetScanParameters, Self.scanning) == ["04 0e 04 01 0b 20 00"])
        #expect(bench.send(.leSetExtendedScanParameters, Self.extendedScanning) == ["04 0e 04 01 41 20 0c"])
        #expect(bench.send(.leReadMaximumAdvertisingLength) == ["04 0e 04 01 3a 20 0c"])
        bench.send(.reset)
        #expect(bench.send(.leSetExtendedScanParameters, Self.extendedScanning) == ["04 0e 04 01 41 20 00"])
        #expect(bench.send(.leCreateConnection, "") == ["04 0f 04 0c 01 0d 20"])
        // What belongs to neither is always there.
        #expect(bench.send(.leClearAcceptList) == ["04 0e 04 01 10 20 00"])
    }

    @Test func `a legacy host finds its set on a controller that can more`() {
        var bench = Bench(.extended)
        let data = "03 02 01 06" + String(repeating: " 00", count: 28)
        #expect(bench.send(.leSetAdvertisingData, data) == ["04 0e 04 01 08 20 00"])
        #expect(bench.send(.leSetAdvertisingEnable, "01") == ["04 0e 04 01 0a 20 00"])
    }

    @Test(arguments: [
        // Directed and scannable, high duty without direction, and a legacy set that is scannable by nothing known.
        "17 00", "1b 00", "11 00",
        // An extended advertisement is either connectable or scannable, and never at high duty.
        "03 00", "0d 00",
    ])
    func `properties that do not go together are refused`(_ properties: String) {
        var bench = Bench(.extended)
        let rest = "a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 01 01 00"
        #expect(
            bench.send(.leSetExtendedAdvertisingParameters, "01 \(properties) \(rest)") == ["04 0e 04 01 36 20 12"]
        )
    }

    @Test(arguments: ["01 01 01 00", "01 00 01 00", "01 02 01 00", "01 04 01 01 0a", "01 05 01 00"])
    func `an empty piece, and data that are said not to change, are refused`(_ parameters: String) {
        var bench = Bench(.extended)
        bench.send(
            .leSetExtendedAdvertisingParameters,
            "01 13 00 a0 00 00 a0 00 00 07 00 00 00 00 00 00 00 00 00 7f 01 00 01 01 00"
        )
        #expect(bench.send(.leSetExtendedAdvertisingData, parameters) == ["04 0e 04 01 37 20 12"])
        #expect(bench.send(.leSetExtendedAdvertisingData, "01 03 01 00") == ["04 0e 04 01 37 20 00"])
        #expect(bench.send(.leSetExtendedScanResponseData, "01 04 01 00") == ["04 0e 04 01 38 20 12"])
    }

    /// Volume 4, part E, section 7.8.65.
    @Test(arguments: [
        // A filter that is reset each period wants one, and a scan ends before it is repeated, which is not done here.
        ("01 02 00 00 00 00", "12"), ("01 02 00 00 01 00", "12"), ("01 03 00 00 00 00", "12"),
        ("01 00 80 00 01 00", "12"), ("01 00 7f 00 01 00", "11"), ("01 01 00 00 01 00", "00"),
        // What ends has neither.
        ("00 05 ff ff 01 00", "00"), ("02 00 00 00 00 00", "12"), ("00", "12"),
    ])
    func `a scan has a duration, a period and a filter that go together`(parameters: String, code: String) {
        var bench = Bench(.extended)
        #expect(bench.send(.leSetExtendedScanEnable, parameters) == ["04 0e 04 01 42 20 \(code)"])
        var legacy = Bench()
        #expect(legacy.send(.leSetScanEnable, "00 05") == ["04 0e 04 01 0c 20 00"])
        #expect(legacy.send(.leSetScanEnable, "01 05") == ["04 0e 04 01 0c 20 12"])
    }

    @Test func `nobody advertises with a random address that was not given`() {
        var bench = Bench()
        let random = "20 00 20 00 00 01 00 00 00 00 00 00 00 07 00"
        bench.send(.leSetAdvertisingParameters, random)
        #expect(bench.send(.leSetAdvertisingEnable, "01") == ["04 0e 04 01 0a 20 12"])
        bench.send(.leSetRandomAddress, "01 02 03 04 05 c6")
        #expect(bench.send(.leSetAdvertisingEnable, "01") == ["04 0e 04 01 0a 20 00"])
    }

    @Test func `a set that is not there cannot be stopped`() {
        var bench = Bench(.extended)
        #expect(bench.send(.leSetExtendedAdvertisingEnable, "00 01 05 00 00 00") == ["04 0e 04 01 39 20 42"])
    }

    @Test func `a directed advertisement is for its target only`() {
        let medium = Medium(propagation: FixedPropagation(), generator: SeededGenerator(seed: 1))
        var airspace = Airspace(medium, controllers: [controller(), controller()])
        func send(_ receiver: Int, _ opcode: HCI.Opcode, _ parameters: String) {
            _ = airspace.receive(command(opcode, parameters), for: ReceiverID(receiver), at: .zero)
        }
        send(0, .setEventMask, "ff ff ff ff ff ff ff 3f")
        send(0, .leSetRandomAddress, "01 00 00 00 00 c0")
        send(0, .leSetScanParameters, Self.scanning)
        send(0, .leSetScanEnable, "01 00")
        send(1, .leSetAdvertisingParameters, "a0 00 a0 00 04 00 01 02 00 00 00 00 c0 07 00")
        send(1, .leSetAdvertisingEnable, "01")
        #expect(airspace.advance(to: AirTime.zero.after(milliseconds: 1000)).isEmpty)
        send(1, .leSetAdvertisingEnable, "00")
        send(1, .leSetAdvertisingParameters, "a0 00 a0 00 04 00 01 01 00 00 00 00 c0 07 00")
        send(1, .leSetAdvertisingEnable, "01")
        #expect(!airspace.advance(to: AirTime.zero.after(milliseconds: 2000)).isEmpty)
    }

    @Test func `the resolving list does not change while it is in use`() {
        var bench = Bench()
        let entry = "01 01 00 00 00 00 c0 \(Self.key(1)) \(Self.noKey)"
        bench.scan()
        // While resolution is off, it is not in use.
        #expect(bench.send(.leAddToResolvingList, entry) == ["04 0e 04 01 27 20 00"])
        #expect(bench.send(.leSetAddressResolution, "01") == ["04 0e 04 01 2d 20 0c"])
        bench.send(.leSetScanEnable, "00 00")
        bench.send(.leSetAddressResolution, "01")
        #expect(bench.send(.leSetPrivacyMode, "01 01 00 00 00 00 c0 01") == ["04 0e 04 01 4e 20 00"])
        bench.send(.leSetScanEnable, "01 00")
        #expect(bench.send(.leClearResolvingList) == ["04 0e 04 01 29 20 0c"])
        #expect(bench.send(.leRemoveFromResolvingList, "01 01 00 00 00 00 c0") == ["04 0e 04 01 28 20 0c"])
        #expect(bench.send(.leSetPrivacyMode, "01 01 00 00 00 00 c0 01") == ["04 0e 04 01 4e 20 0c"])
    }

    @Test func `an identity and a key stand in the resolving list once`() {
        var bench = Bench()
        func add(_ number: Int, _ key: String) -> String {
            bench.send(.leAddToResolvingList, "01 0\(number) 00 00 00 00 c0 \(key) \(Self.noKey)").joined()
        }
        #expect(add(1, Self.key(1)) == "04 0e 04 01 27 20 00")
        #expect(add(1, Self.key(2)) == "04 0e 04 01 27 20 12")
        #expect(add(2, Self.key(1)) == "04 0e 04 01 27 20 12")
        // No key is no key, however often.
        #expect(add(2, Self.noKey) == "04 0e 04 01 27 20 00")
        #expect(add(3, Self.noKey) == "04 0e 04 01 27 20 00")
    }

    @Test(arguments: [
        // By the identity, by the private address that was reported, and by the accept list.
        "00 00 06 05 04 03 02 01", "00 01 02 01 41 01 00 40", "01 00 00 00 00 00 00 00",
    ])
    func `a tag with a private address is connected by any of its names`(_ peer: String) {
        var bench = Bench()
        // With this cipher the hash of 40 00 01 under a key of ones is 41 01 02.
        let address = LinkAddress(BluetoothAddress(bits: 0x4000_0141_0102), isRandom: true)
        bench.change { medium in
            medium.place(TagID(1), peer: EchoPeer())
            let set = AdvertisingSet(.connectable, address: address, data: [], interval: 100_000)
            medium.advertise(TagID(1), set)
        }
        bench.send(.leAddToResolvingList, "00 06 05 04 03 02 01 \(Self.key(1)) \(Self.noKey)")
        bench.send(.leAddToAcceptList, "00 06 05 04 03 02 01")
        bench.send(.leSetAddressResolution, "01")
        bench.send(.leCreateConnection, "10 00 10 00 \(peer) 00 18 00 18 00 00 00 2a 00 00 00 00 00")
        let complete = bench.pass(milliseconds: 400).first?.hex ?? ""
        #expect(complete.hasPrefix("04 3e 1f 0a 00 40 00 00 02 06 05 04 03 02 01 00 00 00 00 00 00 02 01 41 01 00 40"))
        #expect(
            bench.send(.leReadPeerResolvableAddress, "00 06 05 04 03 02 01") == [
                "04 0e 0a 01 2b 20 00 02 01 41 01 00 40"
            ]
        )
    }

    @Test func `a refresh without a key ends the link, since nothing is said in the clear on it`() {
        var bench = Bench()
        bench.change { medium in
            medium.place(TagID(1), peer: EchoPeer(key: [UInt8](repeating: 1, count: 16)))
            medium.advertise(TagID(1), advertisement(1))
        }
        bench.connect(1)
        let request = "40 00 00 00 00 00 00 00 00 00 00 00 \(Self.key(1))"
        bench.send(.leStartEncryption, request)
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 08 04 00 40 00 01"])
        bench.change { medium in
            medium.ask(TagID(1)) { peer, _ in
                guard var echo = peer as? EchoPeer else { return [] }
                echo.key = nil
                peer = echo
                return []
            }
        }
        bench.send(.leStartEncryption, request)
        #expect(bench.pass(milliseconds: 300).map(\.hex) == ["04 05 04 00 40 00 06"])
        #expect(bench.diary(1).last == "disconnected 0x16")
    }

    @Test func `a host that goes on sending does not hold up its own Disconnect`() {
        var bench = Bench()
        bench.change { medium in
            medium.place(TagID(1), peer: EchoPeer())
            medium.advertise(TagID(1), advertisement(1))
        }
        bench.connect(1)
        bench.send(hex("02 40 00 01 00 01"))
        bench.send(.disconnect, "40 00 13")
        for _ in 0..<40 {
            bench.send(hex("02 40 00 01 00 02"))
            bench.pass(milliseconds: 5)
        }
        #expect(bench.heard.last?.hex == "04 05 04 00 40 00 16")
        #expect(bench.diary(1).filter { $0.hasPrefix("received") } == ["received first 01"])
    }

    private static func key(_ octet: Int) -> String {
        Array(repeating: "0\(octet)", count: 16).joined(separator: " ")
    }
}
