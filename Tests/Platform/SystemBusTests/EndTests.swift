import ServerSupport
import Testing
import Threads

@testable import SystemBus

@Suite(.timeLimit(.minutes(30)))
struct EndTests {
    @Test func `the bus's end fails calls and ends streams`() async throws {
        try await withPair { pair in
            let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
            let waiting = ExportedMethod { _, _ in
                arrival.yield()
                try? await Task.sleep(for: .seconds(1000))
                return []
            }
            let interface = ExportedInterface(name: "test.Echo", methods: ["Wait": waiting])
            let export = try await pair.server.export(ExportedObject(path: "/test", interfaces: [interface]))
            let signals = try await pair.client.signals(BusMatch(interface: "test.Clock"))
            let owners = try await pair.client.owners(of: "test.name")
            _ = try await pair.client.owner(of: "test.name")
            #expect(pair.client.isOpen)
            // More than are sent at a time: the rest waits for these.
            let calls = (0..<150).map { _ in Task { try await pair.call("Wait", timeout: .seconds(1000)) } }
            for await _ in arrived.prefix(100) {}
            await pair.daemon.stop()
            for call in calls {
                let error = await #expect(throws: BusError.self) { try await call.value }
                guard case .disconnected? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(await signals.first(1).isEmpty)
            #expect(await owners.first(2).count == 1)
            guard case .disconnected = await pair.client.closed else {
                Issue.record("the reason is missing")
                return
            }
            #expect(!pair.client.isOpen)
            await #expect(throws: BusError.self) { try await pair.client.uniqueName() }
            await export.remove()
        }
    }

    @Test func `after a restart of the bus, a new connection works at the same address`() async throws {
        try await withPair { pair in
            await pair.daemon.stop()
            _ = await pair.client.closed
            try await pair.daemon.start()
            let again = try SystemBus(.address(pair.daemon.address))
            #expect(try await again.owner(of: "org.freedesktop.DBus") == "org.freedesktop.DBus")
            await again.close()
        }
    }

    @Test func `a closed bus refuses everything and says why`() async throws {
        try await withPair { pair in
            let signals = try await pair.client.signals(BusMatch(interface: "test.Clock"))
            let end = Task { await pair.client.closed }
            await pair.client.close()
            #expect(await end.value == .closed)
            #expect(await signals.first(1).isEmpty)
            await #expect(throws: BusError.closed) { try await pair.client.uniqueName() }
            await #expect(throws: BusError.closed) { try await pair.client.signals(BusMatch()) }
            await #expect(throws: BusError.closed) { try await pair.client.owners(of: "test.name") }
            await #expect(throws: BusError.closed) { try await pair.client.export(echo("s")) }
            await #expect(throws: BusError.closed) {
                try await pair.client.emit(BusSignal(path: "/", interface: "a.b", member: "C"))
            }
            await pair.client.close()
        }
    }

    @Test func `waiting for the end can be cancelled`() async throws {
        try await withPair { pair in
            let end = Task { await pair.client.closed }
            end.cancel()
            #expect(await end.value == .cancelled("the end of the connection"))
        }
    }

    @Test(arguments: ["unix:path=/nowhere/at/all", "nonsense", ""])
    func `an address where nobody listens is refused`(address: String) {
        #expect(throws: BusError.self) { try SystemBus(.address(address)) }
    }

    @Test func `the thread ends when the bus is closed`() async throws {
        try await withPair { pair in
            #expect(pair.client.thread.isRunning)
            await pair.client.close()
            await pair.client.thread.ended()
            // A late call brings it back for a moment.
            await #expect(throws: BusError.closed) { try await pair.client.uniqueName() }
            await pair.client.thread.ended()
        }
    }

    @Test func `the thread ends with the last user of a bus that is not closed, and so do its streams`() async throws {
        try await withTestMessageBus { daemon in
            var bus: SystemBus? = try SystemBus(.address(daemon.address))
            let signals = try await bus?.signals(BusMatch(interface: "test.Clock"))
            let thread = bus?.thread
            bus = nil
            await thread?.ended()
            #expect(thread?.isRunning == false)
            #expect(await signals?.first(1).isEmpty == true)
        }
    }
}

extension PollThread {
    /// Waits for the end, as long as the suite's time limit lets it.
    fileprivate func ended() async {
        while isRunning { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
