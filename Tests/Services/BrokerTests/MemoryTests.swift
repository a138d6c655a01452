import MQTT
import TestSupport
import Testing
import Tracking

@testable import Broker

@Suite(.timeLimit(.minutes(30)))
struct MemoryTests {
    @Test func `a guest that fills the broker's memory with what it does not read is cut off, and nobody else`()
        async throws
    {
        try await withOwnBroker { broker in
            var watch = MemoryWatch(warden: SessionWarden(provisioner: broker.provisioner, logger: .silent))
            let hostile = try await broker.provisioner.add(.phone(try RoleCase.device("eve/phone")))
            let kim = try await broker.provisioner.add(.phone(try RoleCase.device("kim/phone")))
            try await Guest.visit(broker.connection(kim), as: "kim.phone") { guest in
                try await guest.connected()
                let bound = 33_554_432
                #expect(try await watch.check(beyond: bound).isEmpty)
                let client = try DeafClient(port: broker.owner.port)
                defer { client.end() }
                try client.begin(hostile)
                for _ in 1...800 { try client.send(topic: "owntracks/eve/phone/info", bytes: 100_000) }
                // What was sent last may not have been read yet.
                var users: [String] = []
                for _ in 1...100 where users.isEmpty {
                    users = try await watch.check(beyond: bound)
                    try await Task.sleep(for: .milliseconds(20))
                }
                try #require(users == ["eve.phone"])
                #expect(client.isEnded)
                #expect(try await guest.sends(on: "owntracks/kim/phone"))
                #expect(try await broker.refusal(broker.connection(hostile)) == nil)
            }
        }
    }
}

/// A client of MQTT 3.1.1 that sends and never reads.
private struct DeafClient {
    private let socket: RawSocket

    init(port: UInt16) throws { socket = try RawSocket(port: Int(port)) }

    /// Logs in and subscribes to its own at quality 0.
    func begin(_ credential: BrokerCredential) throws {
        let texts = [credential.clientID ?? "", credential.user, credential.password.value]
        try socket.write(packet(0x10, text("MQTT") + [4, 0xC2, 0, 0] + texts.flatMap(text)))
        try socket.write(packet(0x82, [0, 1] + text("owntracks/eve/#") + [0]))
    }

    func send(topic: String, bytes: Int) throws {
        try socket.write(packet(0x30, text(topic) + [UInt8](repeating: 0x78, count: bytes)))
    }

    /// Whether the broker has hung up, once all that it sent before is read.
    var isEnded: Bool { socket.hasEnded() }

    func end() { socket.close() }

    private func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
    }

    private func packet(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        var (length, rest): ([UInt8], Int) = ([], body.count)
        repeat {
            length.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return [kind] + length + body
    }
}
