import Bluetooth
import TestSupport
import Testing

@testable import Air

/// What the host advertises itself.
@Suite struct HostAdvertisingTests {
    /// Set 1, connectable, each 100 ms, on all channels, with a random address.
    private static let parameters = "01 13 00 a0 00 00 a0 00 00 07 01 00 00 00 00 00 00 00 00 7f 01 00 01 01 00"

    private func bench() -> Bench {
        var bench = Bench(.extended)
        bench.send(.leSetExtendedAdvertisingParameters, Self.parameters)
        bench.send(.leSetAdvertisingSetAddress, "01 01 02 03 04 05 c6")
        return bench
    }

    @Test func `a set is made, filled, started, and ends after its duration`() {
        var bench = Bench(.extended)
        #expect(bench.send(.leReadAdvertisingSetCount) == ["04 0e 05 01 3b 20 00 04"])
        #expect(bench.send(.leReadMaximumAdvertisingLength) == ["04 0e 06 01 3a 20 00 72 06"])
        #expect(bench.send(.leSetExtendedAdvertisingParameters, Self.parameters) == ["04 0e 05 01 36 20 00 00"])
        #expect(bench.send(.leSetAdvertisingSetAddress, "01 01 02 03 04 05 c6") == ["04 0e 04 01 35 20 00"])
        #expect(bench.send(.leSetExtendedAdvertisingData, "01 03 01 03 02 01 06") == ["04 0e 04 01 37 20 00"])
        #expect(bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 64 00 00") == ["04 0e 04 01 39 20 00"])
        #expect(bench.pass(milliseconds: 1500).map(\.hex) == ["04 3e 06 12 3c 01 00 00 00"])
        #expect((9...11).contains(bench.airspace.medium.statistics.advertisingEvents))
    }

    @Test func `pieces of data are put together`() {
        var controller = controller(.extended)
        func says(_ opcode: HCI.Opcode, _ parameters: String) -> [VirtualController.Output] {
            controller.receive(command(opcode, parameters), at: .zero)
        }
        _ = says(.leSetExtendedAdvertisingParameters, "01 01" + Self.parameters.dropFirst(5))
        _ = says(.leSetAdvertisingSetAddress, "01 01 02 03 04 05 c6")
        _ = says(.leSetExtendedAdvertisingData, "01 01 01 02 0a 0b")
        _ = says(.leSetExtendedAdvertisingData, "01 02 01 01 0c")
        let address = LinkAddress(BluetoothAddress(bits: 0xC605_0403_0201), isRandom: true)
        let set = AdvertisingSet(
            .connectable,
            address: address,
            data: [10, 11, 12],
            interval: 100_000,
            extended: ExtendedAdvertising(identifier: 1)
        )
        #expect(
            says(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00").last == .air(.advertise(set: 1, set))
        )
        // Not in pieces while it runs.
        #expect(answers(says(.leSetExtendedAdvertisingData, "01 02 01 01 0d")) == ["04 0e 04 01 37 20 0c"])
    }

    @Test func `a set that runs is not removed, and one that is not there is refused`() {
        var bench = bench()
        bench.send(.leSetExtendedAdvertisingEnable, "01 01 01 00 00 00")
        #expect(bench.send(.leRemoveAdvertisingSet, "01") == ["04 0e 04 01 3c 20 0c"])
        #expect(bench.send(.leClearAdvertisingSets) == ["04 0e 04 01 3d 20 0c"])
        #expect(bench.send(.leSetExtendedAdvertisingEnable, "01 01 02 00 00 00") == ["04 0e 04 01 39 20 42"])
        bench.send(.leSetExtendedAdvertisingEnable, "00 00")
        #expect(bench.send(.leRemoveAdvertisingSet, "01") == ["04 0e 04 01 3c 20 00"])
        #expect(bench.send(.leRemoveAdvertisingSet, "01") == ["04 0e 04 01 3c 20 42"])
    }

    @Test func `there are four sets and no fifth`() {
        var bench = Bench(.extended)
        let rest = Self.parameters.dropFirst(2)
        let codes = (0..<5).flatMap { bench.send(.leSetExtendedAdvertisingParameters, "0\($0)" + rest) }
        #expect(codes.dropLast().allSatisfy { $0 == "04 0e 05 01 36 20 00 00" })
        #expect(codes.last == "04 0e 04 01 36 20 07")
    }

    @Test func `a directed advertisement at high duty gives up after 1,28 s`() {
        var bench = Bench()
        bench.send(.leSetAdvertisingParameters, "00 00 00 00 01 00 01 01 00 00 00 00 c0 07 00")
        bench.send(.leSetAdvertisingEnable, "01")
        #expect(bench.pass(milliseconds: 1270).isEmpty)
        #expect(bench.pass(milliseconds: 20).first?.prefix(5) == [4, 0x3E, 0x1F, 0x0A, 0x3C])
    }
}
