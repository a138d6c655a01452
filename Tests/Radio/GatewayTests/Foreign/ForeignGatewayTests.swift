import Bluetooth
import Messages
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Gateway

@Suite(.timeLimit(.minutes(30))) struct ForeignGatewayTests {
    private static let formats = ForeignFormats(published: Set(ForeignFormat.allCases), read: [.espresense])

    @Test func `what is heard is published in all formats, and what a node hears is taken in`() async throws {
        let bench = try await TagGatewayBench(formats: Self.formats)
        try await bench.running(advertising: [TagBench.address]) {
            #expect(try await bench.pair()?.state == .done)
            let digits = TagBench.address.plain
            for topic in ["espresense/devices/", "bluetooth-low-energy-presence-sensor/ble-", "home/TheengsGateway/"] {
                #expect(
                    try await bench.bench.eventually {
                        bench.bus.published.withLock { $0.contains { $0.topic.contains(topic) } }
                    },
                    "\(topic)"
                )
            }
            let states = bench.bus.messages(on: "rooms/hall/status").map(\.payload)
            #expect(states == [Availability.online.encoded()])
            bench.bus.say(
                Message(
                    topic: "espresense/devices/\(digits)/kitchen",
                    payload: Array(#"{"mac":"\#(digits)","rssi":-48}"#.utf8)
                )
            )
            let isTold = try await bench.bench.eventually {
                try bench.bus.messages(on: "keys/proximity").contains {
                    try ProximityMessage(decoding: $0.payload).gateway.text == "kitchen"
                }
            }
            #expect(isTold)
        }
        let last = try #require(bench.bus.messages(on: "kitchen/status").last)
        #expect(
            try GatewayStatus(decoding: last.payload)
                == GatewayStatus(
                    state: .offline, room: try ItemName("kitchen"), via: bench.bench.gateway
                ))
        #expect(bench.bus.messages(on: "rooms/hall/status").last?.payload == Availability.offline.encoded())
    }

    @Test func `a gateway of which nobody has asked for it publishes nothing of that`() async throws {
        let bench = try await TagGatewayBench()
        try await bench.running(advertising: [TagBench.address]) {
            let paired = try await bench.pair()
            #expect(paired?.state == .done)
            let isHeard = try await bench.bench.eventually { !bench.bus.messages(on: "keys/proximity").isEmpty }
            #expect(isHeard)
        }
        let topics = bench.bus.published.withLock { $0.map(\.topic) }
        #expect(topics.allSatisfy { $0.hasPrefix("tagalong/") || $0.hasPrefix("owntracks/") })
    }
}
