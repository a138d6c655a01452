import BlueZ
import Bluetooth
import Testing

struct PowerCycleTests {
    private static let line = "\(Bench.adapter) off"

    private static var isOff: FakeBlueZ.Adapter {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.isPowered = false
        return adapter
    }

    @Test(arguments: [(line, true), ("00:00:00:00:00:02 off", false), ("nonsense", false)])
    func `an adapter that a gateway switched off which was then killed is switched on, and no other`(
        line: String, isOurs: Bool
    ) async throws {
        let note = FakeNote([line])
        try await withBench(BlueZConfiguration(leftovers: note.leftovers), adapter: Self.isOff) { bench in
            guard isOurs else {
                #expect(await bench.until { bench.log.healths == [.off] })
                return #expect(await bench.fake.count("hci0 Powered true") == 0)
            }
            #expect(await bench.isScanning())
            #expect(await bench.until { note.lines == [] })
            // What somebody else switches off afterwards is theirs.
            await bench.fake.setPower("hci0", false)
            #expect(await bench.until { bench.log.healths.last == .off })
            #expect(await bench.fake.count("hci0 Powered true") == 1)
        }
    }

    @Test func `an adapter is noted for as long as it is switched off`() async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.startFailures = [.bluez("InProgress"), .bluez("InProgress")]
        let note = FakeNote()
        try await withBench(BlueZConfiguration(leftovers: note.leftovers), adapter: adapter) { bench in
            #expect(await bench.hear())
            #expect(await bench.fake.count("hci0 Powered false") == 1)
            #expect(note.history.contains([Self.line]))
            #expect(note.lines == [])
        }
    }

    @Test func `one that does not let itself be switched off is noted no more`() async throws {
        var adapter = FakeBlueZ.Adapter(address: Bench.adapter)
        adapter.startFailures = [.bluez("InProgress"), .bluez("InProgress")]
        adapter.powerFailure = .bluez("Failed", "Failed")
        let note = FakeNote()
        try await withBench(BlueZConfiguration(leftovers: note.leftovers), adapter: adapter) { bench in
            #expect(await bench.hear())
            #expect(note.history.contains([Self.line]))
            #expect(note.lines == [])
        }
    }

    @Test func `a radio that ends leaves no adapter switched off`() async throws {
        let note = FakeNote([Self.line])
        var adapter = Self.isOff
        adapter.powerFailure = .bluez("Failed", "Failed")
        try await withBench(BlueZConfiguration(leftovers: note.leftovers), adapter: adapter) { bench in
            #expect(await bench.until { await bench.fake.count("hci0 Powered true") == 1 })
            #expect(await bench.until { bench.log.healths.last == .off })
            #expect(note.lines == [Self.line])
            await bench.fake.failPower("hci0", nil)
            await bench.stop()
            #expect(await bench.fake.adapters["hci0"]?.isPowered == true)
            #expect(note.lines == [])
        }
    }
}
