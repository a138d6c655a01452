import ServerSupport
import Synchronization
import SystemBus

/// A program that offers services on a test's bus, and one that calls them.
struct Pair {
    let daemon: TestMessageBus
    let server: SystemBus
    let client: SystemBus
    let serverName: String

    /// Calls a method of the server's.
    func call(
        _ member: String,
        _ arguments: [BusValue] = [],
        at path: ObjectPath = "/test",
        interface: String = "test.Echo",
        timeout: Duration = .seconds(30)
    ) async throws -> [BusValue] {
        try await client.call(
            BusCall(
                destination: serverName,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: timeout
            )
        )
    }
}

/// Runs the body with two connections to a bus of their own, and closes them.
func withPair(_ body: (Pair) async throws -> Void) async throws {
    try await withTestMessageBus { daemon in
        let (server, client) = (try SystemBus(.address(daemon.address)), try SystemBus(.address(daemon.address)))
        let name = try await server.uniqueName()
        do {
            try await body(Pair(daemon: daemon, server: server, client: client, serverName: name))
        } catch {
            await server.close()
            await client.close()
            throw error
        }
        await server.close()
        await client.close()
    }
}

/// An object whose method gives back what it got, whose type is `signature`.
func echo(_ signature: String, at path: ObjectPath = "/test") -> ExportedObject {
    let method = ExportedMethod(inputs: signature, outputs: signature) { arguments, _ in arguments }
    return ExportedObject(path: path, interfaces: [ExportedInterface(name: "test.Echo", methods: ["Echo": method])])
}

extension AsyncSequence where Failure == Never, Self: Sendable, Element: Sendable {
    /// The first elements.
    func first(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        for await element in self {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }
}

/// Numbers noted from anywhere.
final class Log: Sendable {
    private let list = Mutex<[Int]>([])

    var numbers: [Int] { list.withLock { $0 } }

    func add(_ number: Int) { list.withLock { $0.append(number) } }
}

/// Calls from tasks that begin one after another, and waits for all.
func sendInOrder(_ calls: [BusCall], on bus: SystemBus) async throws {
    try await bus.callAll(calls)
}

extension SystemBus {
    fileprivate func callAll(_ calls: [BusCall]) async throws {
        // Tasks of an actor begin in the order they were made.
        let tasks = calls.map { call in Task { try await self.call(call) } }
        for task in tasks { _ = try await task.value }
    }
}
