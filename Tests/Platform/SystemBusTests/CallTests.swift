import ServerSupport
import SystemBus
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CallTests {
    static let methods: [String: ExportedMethod] = [
        "Echo": ExportedMethod(inputs: "u", outputs: "u") { arguments, _ in arguments },
        "Refuse": ExportedMethod { _, _ throws(BusFailure) in
            throw BusFailure(name: "org.bluez.Error.Rejected", message: "not by me")
        },
        "BadName": ExportedMethod { _, _ throws(BusFailure) in throw BusFailure(name: "no name", message: "why") },
        "BadAnswer": ExportedMethod(outputs: "s") { _, _ in [.byte(1)] },
        "Forever": ExportedMethod { _, _ in
            try? await Task.sleep(for: .seconds(1000))
            return []
        },
        "Caller": ExportedMethod(outputs: "sos") { _, caller in
            [.string(caller.sender), .path(caller.path), .string(caller.interface ?? "-")]
        },
    ]

    static func withServer(_ body: (Pair) async throws -> Void) async throws {
        try await withPair { pair in
            let interface = ExportedInterface(name: "test.Echo", methods: methods)
            let export = try await pair.server.export(ExportedObject(path: "/test/deep", interfaces: [interface]))
            try await body(pair)
            await export.remove()
        }
    }

    @Test(arguments: [
        ("Refuse", BusFailure(name: "org.bluez.Error.Rejected", message: "not by me")),
        (
            "BadAnswer",
            BusFailure(
                name: "org.freedesktop.DBus.Error.Failed",
                message: "BadAnswer made an answer of type \"y\", not \"s\""
            )
        ),
        (
            "Missing",
            BusFailure(
                name: "org.freedesktop.DBus.Error.UnknownMethod",
                message: "there is no method test.Echo.Missing"
            )
        ),
        (
            "Echo",
            BusFailure(
                name: "org.freedesktop.DBus.Error.InvalidArgs",
                message: "Echo takes arguments of type \"u\", not \"\""
            )
        ),
    ])
    func `an error arrives with its name and message`(member: String, failure: BusFailure) async throws {
        try await Self.withServer { pair in
            await #expect(throws: BusError.failed(failure)) { try await pair.call(member, at: "/test/deep") }
        }
    }

    @Test func `an error that has no valid name is still told`() async throws {
        try await Self.withServer { pair in
            let error = await #expect(throws: BusError.self) { try await pair.call("BadName", at: "/test/deep") }
            #expect(error?.failureName == "org.freedesktop.DBus.Error.Failed")
        }
    }

    @Test(arguments: [
        (ObjectPath("/nothing"), "test.Echo", "UnknownObject"),
        ("/test/deep/er", "test.Echo", "UnknownObject"),
        ("/test", "test.Echo", "UnknownInterface"),
        ("/test/deep", "test.Other", "UnknownInterface"),
        ("/test/deep", "org.freedesktop.DBus.ObjectManager", "UnknownInterface"),
        ("/test/deep", "org.freedesktop.DBus.Properties", "UnknownMethod"),
    ])
    func `what is not there gets the standard error`(path: ObjectPath, interface: String, error: String) async throws {
        try await Self.withServer { pair in
            let thrown = await #expect(throws: BusError.self) {
                try await pair.call("Echo", [.uint32(1)], at: path, interface: interface)
            }
            #expect(thrown?.failureName == "org.freedesktop.DBus.Error.\(error)")
        }
    }

    @Test func `nobody behind a name is an error of the bus`() async throws {
        try await withPair { pair in
            let call = BusCall(destination: "test.nobody", path: "/", interface: "test.Echo", member: "Echo")
            let error = await #expect(throws: BusError.self) { try await pair.client.call(call) }
            #expect(error?.failureName == "org.freedesktop.DBus.Error.ServiceUnknown")
        }
    }

    @Test func `a method knows who calls it and where`() async throws {
        try await Self.withServer { pair in
            let name = try await pair.client.uniqueName()
            let answer = try await pair.call("Caller", at: "/test/deep")
            #expect(answer == [.string(name), .path("/test/deep"), "test.Echo"])
        }
    }

    @Test func `a call that is not answered times out, and the next one works`() async throws {
        try await Self.withServer { pair in
            let error = await #expect(throws: BusError.self) {
                try await pair.call("Forever", at: "/test/deep", timeout: .milliseconds(20))
            }
            #expect(error == .timedOut("test.Echo.Forever of \(pair.serverName) at /test/deep"))
            let answer = try await pair.call("Echo", [.uint32(1)], at: "/test/deep")
            #expect(answer == [.uint32(1)])
        }
    }

    @Test func `a cancelled call ends at once, and the next one works`() async throws {
        try await Self.withServer { pair in
            let waiting = Task { try await pair.call("Forever", at: "/test/deep", timeout: .seconds(1000)) }
            _ = try await pair.call("Echo", [.uint32(1)], at: "/test/deep")
            waiting.cancel()
            await #expect(throws: BusError.cancelled("test.Echo.Forever of \(pair.serverName) at /test/deep")) {
                try await waiting.value
            }
            #expect(try await pair.call("Echo", [.uint32(2)], at: "/test/deep") == [.uint32(2)])
        }
    }

    @Test func `a caller whose callee leaves is told`() async throws {
        try await Self.withServer { pair in
            let answer = Task { try await pair.call("Forever", at: "/test/deep", timeout: .seconds(1000)) }
            _ = try await pair.call("Echo", [.uint32(1)], at: "/test/deep")
            await pair.server.close()
            let error = await #expect(throws: BusError.self) { try await answer.value }
            #expect(error?.failureName == "org.freedesktop.DBus.Error.NoReply")
        }
    }

    @Test func `a thousand calls at a time are all answered`() async throws {
        try await Self.withServer { pair in
            let answers = try await withThrowingTaskGroup { group in
                for number in 0..<UInt32(1000) {
                    group.addTask { try await pair.call("Echo", [.uint32(number)], at: "/test/deep") }
                }
                return try await group.reduce(into: Set<[BusValue]>()) { $0.insert($1) }
            }
            #expect(answers == Set((0..<UInt32(1000)).map { [.uint32($0)] }))
        }
    }

    @Test func `methods begin in the order of the calls`() async throws {
        try await withPair { pair in
            let begun = Log()
            let method = ExportedMethod(inputs: "u") { arguments, _ in
                // What comes first waits longest.
                begun.add(arguments[0].integer ?? -1)
                try? await Task.sleep(for: .milliseconds(20 - (arguments[0].integer ?? 0)))
                return []
            }
            let interface = ExportedInterface(name: "test.Echo", methods: ["Note": method])
            let export = try await pair.server.export(ExportedObject(path: "/test", interfaces: [interface]))
            let calls = (0..<20).map { number in
                BusCall(
                    destination: pair.serverName,
                    path: "/test",
                    interface: "test.Echo",
                    member: "Note",
                    arguments: [.uint32(number)]
                )
            }
            try await sendInOrder(calls, on: pair.client)
            #expect(begun.numbers == Array(0..<20))
            await export.remove()
        }
    }

    @Test(arguments: [
        BusCall(destination: "no name", path: "/", interface: "a.b", member: "C"),
        BusCall(destination: "a.b", path: "/", interface: "no interface", member: "C"),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "no member"),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C", arguments: ["zero \0 byte"]),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C", arguments: [.structure([])]),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C", arguments: [.signature("a{")]),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C", arguments: [.array(of: "s", [.byte(1)])]),
        BusCall(destination: "a.b", path: "/", interface: "a.b", member: "C", arguments: [.array(of: "", [])]),
    ])
    func `what cannot be sent is refused before`(call: BusCall) async throws {
        try await withPair { pair in
            let error = await #expect(throws: BusError.self) { try await pair.client.call(call) }
            guard case .invalid? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a value nested without end is refused`() async throws {
        var value = BusValue.byte(1)
        for _ in 0..<300 { value = .variant(value) }
        try await withPair { pair in
            let export = try await pair.server.export(echo("v"))
            await #expect(throws: BusError.self) { try await pair.call("Echo", [value]) }
            #expect(try await pair.call("Echo", [.variant(.byte(1))]) == [.variant(.byte(1))])
            await export.remove()
        }
    }
}
