import BlueZ
import Bluetooth
import SystemBus
import TestSupport
import Testing
import Tracking

struct TidyingTests {
    /// How the use of a tag ends.
    enum End: CaseIterable { case disconnecting, losingLink, failing }

    private static func use(_ bench: Bench, _ end: End = .disconnecting) async throws {
        #expect(await bench.hear())
        guard end != .failing else {
            _ = try? await bench.connect()
            return
        }
        let peer = try await bench.connect()
        if end == .losingLink {
            await bench.fake.breakLink(Bench.tag, by: "hci0")
        } else {
            try await bench.running { await peer.disconnect() }
        }
        #expect(await bench.until { bench.log.disconnections == 1 })
    }

    /// Lets a minute pass, and tells how often bluetoothd was asked to forget a tag.
    private static func removals(_ bench: Bench) async -> Int {
        let start = bench.clock.now
        _ = await bench.until(.seconds(1)) {
            let isLate = start.duration(to: bench.clock.now) > .seconds(60)
            if isLate { return true }
            return await bench.fake.count("hci0 RemoveDevice") > 0
        }
        return await bench.fake.count("hci0 RemoveDevice")
    }

    @Test(arguments: End.allCases)
    func `a tag that was connected is forgotten after its use, however that ends`(end: End) async throws {
        var tag = FakeTag(address: Bench.tag)
        if end == .failing { tag.connecting = Array(repeating: .failing(.abortedConnect), count: 4) }
        try await withBench(tag: tag) { bench in
            try await Self.use(bench, end)
            #expect(await bench.fake.count("hci0 RemoveDevice") == 0)
            #expect(await Self.removals(bench) == 1)
            #expect(await bench.until { bench.log.losses == 1 })
            #expect(await bench.hear(-61))
            _ = try await bench.connect()
        }
    }

    @Test func `a tag that is used again soon keeps what bluetoothd knows of it`() async throws {
        try await withBench { bench in
            try await Self.use(bench)
            bench.clock.advance(by: .seconds(20))
            _ = try await bench.connect()
            #expect(await Self.removals(bench) == 0)
        }
    }

    @Test func `one that is bonded stays`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            try await bench.pair(FakePerson())
            await bench.fake.breakLink(Bench.tag, by: "hci0")
            #expect(await Self.removals(bench) == 0)
        }
    }

    @Test func `one that bluetoothd had before stays`() async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.isRemembered = true
        try await withBench(tag: tag) { bench in
            try await Self.use(bench)
            #expect(await Self.removals(bench) == 0)
        }
    }

    @Test(arguments: ["Trusted", "Connected"])
    func `one that somebody else uses by now stays`(property: String) async throws {
        try await withBench { bench in
            try await Self.use(bench)
            await bench.fake.change(Bench.tag, by: "hci0", property, true)
            #expect(await Self.removals(bench) == 0)
        }
    }

    @Test func `one that somebody else has connected before us stays`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            await bench.fake.change(Bench.tag, by: "hci0", "Connected", true)
            await bench.fake.breakLink(Bench.tag, by: "hci0")
            #expect(await bench.until { bench.log.disconnections == 1 })
            let peer = try await bench.connect()
            try await bench.running { await peer.disconnect() }
            #expect(await Self.removals(bench) == 0)
        }
    }

    @Test func `a radio that ends leaves no tag behind`() async throws {
        try await withBench { bench in
            #expect(await bench.hear())
            _ = try await bench.connect()
            // After connecting, the adapter takes up scanning again, a moment later.
            #expect(await bench.until { await bench.fake.adapters["hci0"]?.isDiscovering == true })
            await bench.stop()
            #expect(await bench.fake.calls.suffix(2) == ["Disconnect", "hci0 RemoveDevice"])
        }
    }

    private static let line = "00:00:00:00:00:01 dev_C0_00_00_00_00_01"

    @Test(
        arguments: [
            (line, nil, 1), (line, "Paired", 0), (line, "Trusted", 0),
            ("00:00:00:00:00:02 dev_C0_00_00_00_00_01", nil, 0),
            ("nonsense", nil, 0),
        ] as [(String, String?, Int)])
    func `one that a gateway left which was killed is forgotten, if it is nobody else's by now`(
        line: String, property: String?, removals: Int
    ) async throws {
        var tag = FakeTag(address: Bench.tag)
        tag.isRemembered = true
        let note = FakeNote([line])
        try await withBench(BlueZConfiguration(leftovers: note.leftovers), tag: tag) { bench in
            #expect(await bench.isScanning())
            if let property { await bench.fake.change(Bench.tag, by: "hci0", property, true) }
            #expect(await Self.removals(bench) == removals)
            #expect(await bench.until { note.lines.isEmpty })
        }
    }

    @Test func `what is to be forgotten is noted for as long as bluetoothd has it`() async throws {
        let note = FakeNote()
        try await withBench(BlueZConfiguration(leftovers: note.leftovers)) { bench in
            #expect(await bench.hear())
            _ = try await bench.connect()
            #expect(note.lines == [Self.line])
            await bench.stop()
            #expect(note.lines == [])
        }
    }
}
