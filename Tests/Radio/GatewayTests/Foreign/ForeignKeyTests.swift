import Air
import Bluetooth
import Keys
import Messages
import TestSupport
import Testing
import Tracking

@testable import Gateway

/// Tags with rotating addresses at other programs' nodes.
@Suite(.timeLimit(.minutes(30))) struct ForeignKeyTests {
    private func key(pairedAt: Timestamp, _ first: UInt8) throws -> FindMyKey {
        let key = FindMyKey(
            masterKey: hex("1f2e3d4c5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f001122334"),
            primarySecret: [first] + Array(1..<32),
            secondarySecret: Array(32..<64),
            pairedAt: pairedAt
        )
        return try #require(key)
    }

    /// A resolvable private address of a key: Core Specification 5.4, volume 3, part H, appendix D.7.
    private static let resolvingKey = "EC0234A357C8AD05341010A60A397D9B"
    private static let privateAddress = "70:81:94:0D:FB:AA"

    @Test func `an owner's keys tell which tag a node hears, by its address or by the frame that it passes on`()
        async throws
    {
        let bench = try await TagGatewayBench(formats: ForeignFormats(published: [], read: [.espresense, .theengs]))
        let now = bench.bench.clock.now
        let findMy = try key(pairedAt: now.advanced(by: .seconds(-86_400)), 1)
        let hub = try #require(FindHubKey(identityKey: Array(0..<32), pairedAt: now.advanced(by: .seconds(-86_400))))
        let resolving = try #require(ResolvingKey(hex(Self.resolvingKey)))
        let keys: [(String, TagKey)] = [
            ("bag", .findMy(findMy)), ("bike", .findHub(hub)), ("phone", .resolving(resolving)),
        ]
        var tag = KeyedFindMyTag(findMy)
        let first = tag.sighting(at: now)
        let near = try #require(first)
        var other = KeyedFindMyTag(try key(pairedAt: now.advanced(by: .seconds(-86_400)), 2))
        let second = other.sighting(at: now)
        let strange = try #require(second)
        let ephemeral = try #require(hub.ephemeral(at: 84))
        let frame = ([0x40] + ephemeral.identifier + [ephemeral.mask]).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        let resolvable = try #require(BluetoothAddress(Self.privateAddress))
        #expect(resolving.resolves(resolvable))
        let said: [(String, String)] = [
            ("espresense/devices/\(near.address.plain)/kitchen", #"{"mac":"\#(near.address.plain)","rssi":-48}"#),
            (
                "home/hall/BTtoMQTT/X",
                #"{"id":"66:55:44:33:22:11","rssi":-50,"servicedatauuid":"0xfeaa","servicedata":"\#(frame.joined())"}"#
            ),
            ("espresense/devices/\(resolvable.plain)/attic", #"{"mac":"\#(resolvable.plain)","rssi":-52}"#),
        ]
        let strangers: [(String, String)] = [
            ("espresense/devices/\(strange.address.plain)/cellar", #"{"mac":"\#(strange.address.plain)","rssi":-48}"#),
            // The right address with the key of another.
            (
                "home/cellar/BTtoMQTT/X",
                #"{"id":"\#(near.address)","rssi":-50,"manufacturerdata":"4c0012191001010101010101010101010101010101010101010101010100"}"#
            ),
        ]
        try await bench.running(advertising: []) {
            for (name, key) in keys {
                _ = try await bench.bench.pairing().pair(bench.bench.request(name), key: key) { _ in }
            }
            for (topic, payload) in strangers { bench.bus.say(Message(topic: topic, payload: Array(payload.utf8))) }
            for ((name, _), (node, (topic, payload))) in zip(keys, zip(["kitchen", "hall", "attic"], said)) {
                let isTold = try await bench.bench.eventually {
                    bench.bus.say(Message(topic: topic, payload: Array(payload.utf8)))
                    return try bench.bus.messages(on: "\(name)/proximity").contains {
                        let gateway = try ProximityMessage(decoding: $0.payload).gateway.text
                        return gateway == node || gateway == "\(node)-theengs"
                    }
                }
                #expect(isTold, "\(name)")
            }
            let all = try bench.bus.messages(on: "/proximity").map { try ProximityMessage(decoding: $0.payload) }
            #expect(all.allSatisfy { !$0.gateway.text.hasPrefix("cellar") })
        }
    }
}
