import TestSupport
import Testing

@testable import Air

/// A dual-mode controller, on whose BR/EDR air nobody is.
@Suite struct ClassicTests {
    private static let zeros = String(repeating: " 00", count: 248)

    private func bench() -> Bench { Bench(.extended) { $0.isDualMode = true } }

    @Test(arguments: [
        // LE and BR/EDR at once, with encryption, strengths and data of inquiries, simple pairing and more pages.
        (HCI.Opcode.readLocalFeatures, "", "04 0e 0c 01 03 10 00 04 00 00 40 40 00 0b 82"),
        (.readExtendedFeatures, "00", "04 0e 0e 01 04 10 00 00 02 04 00 00 40 40 00 0b 82"),
        (.readExtendedFeatures, "02", "04 0e 0e 01 04 10 00 02 02 00 01 00 00 00 00 00 00"),
        (.readClass, "", "04 0e 07 01 23 0c 00 00 00 00"),
        (.readVoiceSetting, "", "04 0e 06 01 25 0c 00 60 00"),
        (.readAccessCodeCount, "", "04 0e 05 01 38 0c 00 01"),
        (.readAccessCodes, "", "04 0e 08 01 39 0c 00 01 33 8b 9e"),
        (.readPageScanActivity, "", "04 0e 08 01 1b 0c 00 00 08 12 00"),
        (.readStoredLinkKey, "00 00 00 00 00 00 01", "04 0e 08 01 0d 0c 00 00 00 00 00"),
        (.deleteStoredLinkKey, "00 00 00 00 00 00 01", "04 0e 06 01 12 0c 00 00 00"),
        (.readInquiryPower, "", "04 0e 05 01 58 0c 00 00"),
        (.setEventFilter, "00", "04 0e 04 01 05 0c 00"),
        (.setEventFilter, "02 00 02", "04 0e 04 01 05 0c 00"),
        (.setEventFilter, "02 03 02", "04 0e 04 01 05 0c 12"),
        (.writeDefaultLinkPolicy, "05 00", "04 0e 04 01 0f 08 00"),
        // Codes of no inquiry, and for too short a time.
        (.inquiry, "33 8a 9e 04 00", "04 0f 04 12 01 01 04"),
        (.inquiry, "33 8b 9e 00 00", "04 0f 04 12 01 01 04"),
        (.cancelInquiry, "", "04 0e 04 01 02 04 0c"),
        (.cancelConnection, "01 02 03 04 05 06", "04 0e 04 01 08 04 02"),
    ])
    func `a command is answered`(_ opcode: HCI.Opcode, _ parameters: String, _ expected: String) {
        var controller = controller(.extended) { $0.isDualMode = true }
        #expect(answers(controller.receive(command(opcode, parameters), at: .zero)) == [expected])
    }

    @Test(arguments: HCI.ClassicSetting.allCases)
    func `what is set is read again, until a reset`(_ setting: HCI.ClassicSetting) throws {
        let read = try #require(HCI.ClassicSetting.reads.first { $0.value == setting }?.key)
        let write = try #require(HCI.ClassicSetting.writes.first { $0.value == setting }?.key)
        var bench = bench()
        var value = setting.initial
        #expect(bench.send(read).first?.hasSuffix(" 00 " + value.hex) == true)
        value[value.count - 1] ^= 1
        #expect(bench.send(write, value.hex).first?.hasSuffix(" 00") == true)
        #expect(bench.send(read).first?.hasSuffix(" 00 " + value.hex) == true)
        bench.send(.reset)
        #expect(bench.send(read).first?.hasSuffix(" 00 " + setting.initial.hex) == true)
    }

    @Test func `what the host has switched on is on the first page of features`() {
        var bench = bench()
        bench.send(.writeSimplePairing, "01")
        bench.send(.writeLEHostSupport, "01 00")
        bench.send(.writeSecureConnections, "01")
        #expect(bench.send(.readExtendedFeatures, "01") == ["04 0e 0e 01 04 10 00 01 02 0b 00 00 00 00 00 00 00"])
    }

    @Test func `an inquiry finds nobody, and says so when its time is over`() {
        var bench = bench()
        #expect(bench.send(.inquiry, "33 8b 9e 04 00") == ["04 0f 04 00 01 01 04"])
        #expect(bench.send(.inquiry, "33 8b 9e 04 00") == ["04 0f 04 0c 01 01 04"])
        #expect(bench.pass(milliseconds: 5110).isEmpty)
        #expect(bench.pass(milliseconds: 10).map(\.hex) == ["04 01 01 00"])
        bench.send(.inquiry, "33 8b 9e 04 00")
        #expect(bench.send(.cancelInquiry) == ["04 0e 04 01 02 04 00"])
        #expect(bench.pass(milliseconds: 10_000).isEmpty)
    }

    @Test func `a device that is called does not answer within the page timeout`() {
        var bench = bench()
        bench.send(.createConnection, "01 02 03 04 05 06 18 cc 02 00 00 00 01")
        #expect(bench.pass(milliseconds: 5119).isEmpty)
        #expect(bench.pass(milliseconds: 1).map(\.hex) == ["04 03 0b 04 00 00 01 02 03 04 05 06 01 00"])
        bench.send(.writePageTimeout, "00 10")
        bench.send(.remoteName, "01 02 03 04 05 06 02 00 00 00")
        #expect(bench.pass(milliseconds: 2560).map(\.hex) == ["04 07 ff 04 01 02 03 04 05 06" + Self.zeros])
    }

    @Test func `a call that is cancelled ends at once`() {
        var bench = bench()
        bench.send(.createConnection, "01 02 03 04 05 06 18 cc 02 00 00 00 01")
        #expect(
            bench.send(.cancelConnection, "01 02 03 04 05 06")
                == ["04 0e 0a 01 08 04 00 01 02 03 04 05 06", "04 03 0b 02 00 00 01 02 03 04 05 06 01 00"]
        )
        bench.send(.remoteName, "01 02 03 04 05 06 02 00 00 00")
        #expect(
            bench.send(.cancelRemoteName, "01 02 03 04 05 06")
                == ["04 0e 0a 01 1a 04 00 01 02 03 04 05 06", "04 07 ff 02 01 02 03 04 05 06" + Self.zeros]
        )
        #expect(bench.pass(milliseconds: 10_000).isEmpty)
    }
}
