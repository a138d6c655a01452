import Bluetooth
import Firmware
import TestSupport
import Testing

@testable import Air
@testable import HostStack

/// A tracker's services through host stack, air, controller and HCI, on the virtual clock.
@Suite struct HostedTagTests {
    /// A read by the type of a characteristic, whose answer is `09`, the length, the handle and the value.
    private func read(_ uuid: BluetoothUUID, _ bench: inout HostedBench) async -> [[UInt8]] {
        await bench.exchange([0x08, 0x01, 0x00, 0xFF, 0xFF] + uuid.littleEndian, on: 4)
    }

    @Test func `the battery is read by everybody`() async {
        var bench = await HostedBench()
        await bench.device.handle(.battery(73))
        await bench.server.update(TrackerView(await bench.device.firmware))
        await bench.connect()
        let answers = await bench.exchange([0x08, 0x01, 0x00, 0xFF, 0xFF, 0x19, 0x2A], on: 4)
        #expect(answers.map { $0.suffix(1) } == [[73]])
        #expect(answers.first?.first == 0x09)
    }

    @Test func `the tracker's state is told over a bonded link only`() async {
        var bench = await HostedBench()
        await bench.connect()
        #expect(await read(TagalongService.state, &bench).first?.first == 0x01)
        let keys = await bench.pair()
        #expect(keys.map(\.first) == [0x06, 0x07])
        let links = bench.hosted.map { Array($0.host.linkStates.values) }
        #expect(links == [LinkState(isEncrypted: true, isBonded: true)])
        let state = await bench.server.read(stateOver: LinkState(isEncrypted: true, isBonded: true))
        let answer = await read(TagalongService.state, &bench).first
        #expect(answer.map { Array($0.dropFirst(4)) } == state.map { Array($0.prefix(19)) })
    }

    @Test func `a tag out of range loses its connection and advertises again`() async {
        var bench = await HostedBench()
        await bench.connect()
        #expect(bench.bench.airspace.medium.advertisement(of: HostedBench.tag) == nil)
        bench.bench.change { $0.propagation = FixedPropagation(standard: -200) }
        _ = await bench.listen(on: 4)
        let host = LinkAddress(BluetoothAddress(bits: 0x0002_5B00_00AA), isRandom: false)
        #expect(bench.told == [.connected(host), .disconnected(host, reason: .connectionTimeout)])
        #expect(bench.bench.airspace.medium.advertisement(of: HostedBench.tag)?.address == tagAddress(1))
        #expect(bench.hosted?.host.isConnected == false)
    }

    @Test func `AES-128 of bytes is that of FIPS 197, appendix B`() {
        let key = hex("2b 7e 15 16 28 ae d2 a6 ab f7 15 88 09 cf 4f 3c")
        let text = hex("32 43 f6 a8 88 5a 30 8d 31 31 98 a2 e0 37 07 34")
        #expect(AES128.encrypt(bytes: text, key: key) == hex("39 25 84 1d 02 dc 09 fb dc 11 85 97 19 6a 0b 32"))
    }
}

extension TrackerServer {
    fileprivate func read(stateOver link: LinkState) async -> [UInt8]? {
        let name = AttributeName(service: TagalongService.uuid, characteristic: TagalongService.state)
        return try? await read(name, over: link)
    }
}
