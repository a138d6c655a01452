import ServerSupport
import Testing

@testable import SystemBus

@Suite(.timeLimit(.minutes(30)))
struct SignalTests {
    static func signal(_ number: UInt32, path: ObjectPath = "/test", member: String = "Tick") -> BusSignal {
        BusSignal(path: path, interface: "test.Clock", member: member, arguments: [.uint32(number)])
    }

    @Test func `signals come in the order sent, with their sender`() async throws {
        try await withPair { pair in
            let signals = try await pair.client.signals(BusMatch(interface: "test.Clock"))
            for number in 0..<UInt32(1000) { try await pair.server.emit(Self.signal(number)) }
            let heard = await signals.first(1000)
            #expect(heard.map { $0.arguments[0].integer } == Array(0..<1000))
            #expect(Set(heard.map(\.sender)) == [pair.serverName])
            #expect(heard[0].path == "/test" && heard[0].member == "Tick")
            #expect(signals.dropped == 0)
        }
    }

    static let matches: [(BusMatch, [Int])] = [
        (BusMatch(interface: "test.Clock"), [0, 1, 2, 3]),
        (BusMatch(member: "Tock"), [2]),
        (BusMatch(path: "/test"), [0, 2]),
        (BusMatch(pathNamespace: "/test"), [0, 1, 2]),
        (BusMatch(pathNamespace: "/", interface: "test.Clock"), [0, 1, 2, 3]),
        (BusMatch(firstArgument: "3"), []),
    ]

    @Test func `each listener hears what it asked for only`() async throws {
        try await withPair { pair in
            var heard: [BusSignals] = []
            for (match, _) in Self.matches { heard.append(try await pair.client.signals(match)) }
            try await pair.server.emit(Self.signal(0))
            try await pair.server.emit(Self.signal(1, path: "/test/below"))
            try await pair.server.emit(Self.signal(2, member: "Tock"))
            try await pair.server.emit(Self.signal(3, path: "/testing"))
            _ = try await pair.server.uniqueName()
            _ = try await pair.client.uniqueName()
            await pair.client.close()
            for (index, (match, expected)) in Self.matches.enumerated() {
                let numbers = await heard[index].first(.max).compactMap { $0.arguments.first?.integer }
                #expect(numbers == expected, "\(match)")
            }
        }
    }

    @Test func `the first argument can be chosen, quotes and all`() async throws {
        try await withPair { pair in
            let signals = try await pair.client.signals(BusMatch(firstArgument: "it's, 'this'"))
            for text in ["other", "it's, 'this'"] {
                try await pair.server.emit(
                    BusSignal(path: "/", interface: "test.Clock", member: "Say", arguments: [.string(text)])
                )
            }
            #expect(await signals.first(1).first?.arguments == ["it's, 'this'"])
        }
    }

    @Test func `signals of a name are those of its owner, not those addressed by others in its place`() async throws {
        try await withPair { pair in
            let other = try SystemBus(.address(pair.daemon.address))
            let match = BusMatch(sender: "test.clock", interface: "test.Clock")
            let named = try await pair.client.signals(match)
            // Lets the other's signals through to this connection, as a signal addressed to it would come.
            let all = try await pair.client.signals(BusMatch(interface: "test.Clock"))
            try await other.emit(Self.signal(1))
            #expect(await all.first(1).count == 1)
            try await pair.server.requestName("test.clock")
            try await pair.server.emit(Self.signal(2))
            try await pair.server.releaseName("test.clock")
            try await other.requestName("test.clock")
            try await other.emit(Self.signal(3))
            #expect(await named.first(2).map { $0.arguments[0].integer } == [2, 3])
            await other.close()
        }
    }

    @Test func `a slow reader keeps the newest, and the lost are counted`() async throws {
        try await withPair { pair in
            let signals = try await pair.client.signals(BusMatch(interface: "test.Clock"), capacity: 10)
            for number in 0..<UInt32(100) { try await pair.server.emit(Self.signal(number)) }
            _ = try await pair.server.uniqueName()
            _ = try await pair.client.uniqueName()
            #expect(signals.dropped == 90)
            #expect(await signals.first(10).map { $0.arguments[0].integer } == Array(90..<100))
        }
    }

    @Test func `the reader's cancellation ends the stream`() async throws {
        try await withPair { pair in
            let signals = try await pair.client.signals(BusMatch(interface: "test.Clock"))
            let reader = Task { await signals.first(1) }
            reader.cancel()
            #expect(await reader.value.isEmpty)
        }
    }

    @Test func `a bad rule is refused`() async throws {
        try await withPair { pair in
            let error = await #expect(throws: BusError.self) {
                try await pair.client.signals(BusMatch(interface: "no interface"))
            }
            #expect(error?.failureName == "org.freedesktop.DBus.Error.MatchRuleInvalid")
        }
    }
}
