import Bluetooth
import Gateway
import Messages
import Ranging
import Synchronization
import Testing
import Tracking

@testable import tagalong

struct CalibrateTests {
    private static let adapter = BluetoothAddress(bits: 1)

    private func entry(_ identity: TagIdentity, address: UInt64? = nil) throws -> TagEntry {
        TagEntry(
            device: DeviceID(owner: try Name("sam"), device: try Name("keys")),
            item: try ItemName("Keys"),
            identity: identity,
            address: address.map { BluetoothAddress(bits: $0) },
            profile: try Name("beacon")
        )
    }

    private func sighting(_ address: UInt64, _ rssi: Int?, apple: [UInt8]? = nil) -> Sighting {
        Sighting(
            tag: BluetoothAddress(bits: address),
            adapter: Self.adapter,
            advertisement: Advertisement(manufacturerData: apple.map { [0x004C: $0] } ?? [:]),
            rssi: rssi
        )
    }

    @Test func `only the tag's own reports count, and those that tell a strength`() throws {
        var ear = TagEar(entry: try entry(.address(BluetoothAddress(bits: 7))), library: .standard)
        #expect(ear.strength(sighting(7, -60)) == -60)
        #expect(ear.strength(sighting(8, -60)) == nil)
        #expect(ear.strength(sighting(7, 127)) == nil)
        #expect(ear.strength(sighting(7, nil)) == nil)
    }

    @Test func `a tag that changes its address is known by its identity`() throws {
        let pattern = TagPattern(frame: .iBeacon(uuid: nil, major: nil, minor: nil))
        let library = ProfileLibrary([TagProfile(name: try Name("beacon"), model: "Beacon", patterns: [pattern])])
        let frame: [UInt8] = [0x02, 0x15] + Array(1...16) + [0, 7, 1, 0, 0xC5]
        let text = "ibeacon:01020304-0506-0708-090a-0b0c0d0e0f10/7/256"
        var ear = TagEar(entry: try entry(try #require(TagIdentity(text))), library: library)
        #expect(ear.strength(sighting(21, -61)) == nil)
        #expect(ear.strength(sighting(22, -62, apple: frame)) == -62)
        #expect(ear.strength(sighting(22, -63)) == -63, "not every frame has the identity")
        #expect(ear.strength(sighting(23, -64, apple: frame)) == -64)
    }

    private actor Answers: LineSource {
        var lines: [String]

        init(_ lines: [String]) { self.lines = lines }

        func next() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
    }

    private final class Said: Sendable {
        private let text = Mutex("")
        var all: String { text.withLock { $0 } }
        func note(_ words: String) { text.withLock { $0 += words } }
    }

    private func guide(_ answers: [String], trusts: Bool = false) -> (CalibrationGuide, Said) {
        let said = Said()
        let guide = CalibrationGuide(title: "Keys", answers: Answers(answers), trusts: trusts, isLive: true) {
            said.note($0)
        }
        return (guide, said)
    }

    @Test func `the person is told where to bring the tag, and may go`() async {
        let (guide, said) = guide([""])
        #expect(await guide.ask(5))
        #expect(said.all == "Bring Keys to 5 m from the adapter, in plain sight, and press Return: ")
        #expect(await !guide.ask(7.5))
        #expect(said.all.contains("7.5 m"))
    }

    @Test func `with --yes nobody is asked`() async {
        let (guide, said) = guide([], trusts: true)
        #expect(await guide.ask(10))
        #expect(said.all == "measuring at 10 m\n")
        guide.show(Calibration.Level(distance: 10, strengths: [-70, -72]), left: 0)
        #expect(said.all.hasSuffix("\r0 s left: 2 reports, -71 dBm    \n"))
    }

    @Test func `the report says what was found and what it is good for`() throws {
        let report = CalibrationReport(
            entry: try entry(.address(BluetoothAddress(bits: 7))),
            levels: [Calibration.Level(distance: 5, strengths: [-79, -79])],
            pathLoss: PathLoss(powerAtOneMetre: -65, exponent: 2, sigma: 2),
            usual: PathLoss()
        )
        #expect(
            report.text == """
                5 m: -79 dBm from 2 reports
                Keys (sam/keys): -65.0 dBm at a metre, exponent 2.0; without this its distances were wrong by a factor \
                of 2.0

                """
        )
        #expect(
            report.json.line == #"{"tag":"sam/keys","rssi_1m_dbm":-65.0,"exponent":2.0,"bias_db":2.0,"#
                + #""levels":[{"distance_m":5.0,"rssi":-79.0,"reports":2}]}"#
        )
    }

    @Test func `a calibration is kept with the tag`() throws {
        var registry = TagRegistry()
        let entry = try entry(.address(BluetoothAddress(bits: 7)))
        let pathLoss = PathLoss(powerAtOneMetre: -65, exponent: 2, sigma: 2)
        #expect(registry.calibrate(entry.device, pathLoss) == false)
        try registry.add(entry)
        #expect(registry.calibrate(entry.device, pathLoss) == true)
        #expect(registry[entry.device]?.calibration == pathLoss)
    }
}
