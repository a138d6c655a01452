import ServerSupport
import Testing

@testable import SystemBus

@Suite(.timeLimit(.minutes(30)))
struct NameTests {
    @Test func `a name has its owner until it is given back`() async throws {
        try await withPair { pair in
            #expect(try await pair.client.owner(of: "test.name") == nil)
            try await pair.server.requestName("test.name")
            try await pair.server.requestName("test.name")
            #expect(try await pair.client.owner(of: "test.name") == pair.serverName)
            await #expect(throws: BusError.nameTaken("test.name")) { try await pair.client.requestName("test.name") }
            try await pair.server.releaseName("test.name")
            try await pair.client.requestName("test.name")
        }
    }

    @Test func `a service's restart makes a new generation`() async throws {
        try await withPair { pair in
            var owners = try await pair.client.owners(of: "test.name").makeAsyncIterator()
            #expect(await owners.next() == BusOwners.Element(owner: nil, generation: 0))
            try await pair.server.requestName("test.name")
            #expect(await owners.next() == BusOwners.Element(owner: pair.serverName, generation: 1))
            await pair.server.close()
            #expect(await owners.next() == BusOwners.Element(owner: nil, generation: 2))
            let restarted = try SystemBus(.address(pair.daemon.address))
            try await restarted.requestName("test.name")
            let name = try await restarted.uniqueName()
            #expect(await owners.next() == BusOwners.Element(owner: name, generation: 3))
            var late = try await pair.client.owners(of: "test.name").makeAsyncIterator()
            #expect(await late.next() == BusOwners.Element(owner: name, generation: 3))
            await restarted.close()
        }
    }

    @Test func `what is no name is refused`() async throws {
        try await withPair { pair in
            await #expect(throws: BusError.self) { try await pair.client.owners(of: "no name") }
            await #expect(throws: BusError.self) { try await pair.client.requestName("no name") }
        }
    }
}
