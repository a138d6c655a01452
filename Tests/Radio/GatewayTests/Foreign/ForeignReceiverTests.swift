import Bluetooth
import Messages
import TestSupport
import Testing
import Tracking

@testable import Gateway

@Suite struct ForeignReceiverTests {
    @Test func `a node is a gateway of its own, which this one speaks for`() throws {
        var bench = try ForeignBench()
        let published = bench.hears("kitchen", rssi: -75).published
        #expect(published.map(\.topic) == ["tagalong/gateway/kitchen/status", "tagalong/sam/keys/proximity"])
        #expect(
            published.first?.text == """
                {"_type":"status","state":"online","adapters":[],"lat":1,"lon":2,"room":"kitchen","via":"hall"}
                """
        )
        #expect(published.first?.retained == true)
        #expect(
            published.last?.text == """
                {"_type":"proximity","time":"1970-01-01T00:16:40.000Z","gateway":"kitchen","rssi":-75,\
                "distance_m":56.234,"sigma_m":43.766,"samples":1,"reference_dbm":-40,"exponent":2,"bias_db":5,\
                "connects":false}
                """
        )
        // At most one a second, and the status once.
        #expect(bench.hears("kitchen", rssi: -75).published.isEmpty)
        #expect(bench.wait(1).published.map(\.topic) == ["tagalong/sam/keys/proximity"])
    }

    @Test func `no tag is left to a node to connect to`() throws {
        var bench = try ForeignBench()
        let heard = bench.hears("kitchen", rssi: -20).published
        let told = try #require(heard.last)
        #expect(bench.on(told).isEmpty)
        #expect(bench.core.trackers[bench.keys]?.choice.owner == nil)
        var proximity = try ProximityMessage(decoding: told.payload)
        proximity.connects = true
        _ = bench.on(Message(topic: told.topic, payload: proximity.encoded()))
        #expect(bench.core.trackers[bench.keys]?.choice.owner?.gateway.text == "kitchen")
    }

    @Test func `a node that speaks and hears nothing of a tag says so`() throws {
        var bench = try ForeignBench()
        try bench.listens()
        var silent: [ProximityMessage] = []
        for second in 1...120 {
            if second % 15 == 0 { _ = bench.says("espresense/rooms/kitchen/telemetry", "{}") }
            silent += try bench.proximities(bench.wait(1))
        }
        #expect(silent.allSatisfy { $0.samples == 0 && $0.rssi == nil && !$0.connects })
        let expected = silent.compactMap(\.expected).reduce(0, +)
        #expect((20...25).contains(expected))
    }

    @Test func `a node that says nothing is deaf after a minute, and gone after three`() throws {
        var bench = try ForeignBench()
        try bench.listens()
        var told: [Message] = []
        for _ in 0..<200 { told += bench.wait(1).published }
        let times = try told.filter { $0.topic.hasSuffix("proximity") }.map {
            try ProximityMessage(decoding: $0.payload).time.milliseconds
        }
        let last = bench.start.milliseconds + 30_000
        #expect(!times.isEmpty && times.allSatisfy { $0 <= last + ForeignNode.deafAfter })
        let states = told.filter { $0.topic.hasSuffix("status") }
        #expect(states.count == 1 && states[0].text.contains(#""state":"offline""#) && states[0].retained)
        #expect(bench.core.receivers?.nodes.isEmpty == true)
        // What it missed while it was away is no silence of the tag.
        _ = bench.says("espresense/rooms/kitchen/telemetry", "{}")
        #expect(try bench.proximities(bench.wait(2)).isEmpty)
    }

    @Test func `nothing is told of a tag that is linked or not known`() throws {
        var bench = try ForeignBench()
        try bench.listens()
        _ = bench.on(.linked(bench.keys))
        for _ in 0..<50 { #expect(try bench.proximities(bench.wait(1)).isEmpty) }
        let other = #"{"mac":"dc3056789abd","rssi":-60}"#
        #expect(try bench.proximities(bench.says("espresense/devices/x/kitchen", other)).isEmpty)
        // Unpaired meanwhile.
        _ = bench.on(.registered([]))
        _ = bench.hears("kitchen", rssi: -60)
        #expect(try bench.proximities(bench.wait(10)).isEmpty)
    }

    @Test(arguments: [("espresense/rooms/kitchen/status", "offline"), ("home/kitchen/LWT", "offline")])
    func `a node that says that it is gone is gone`(topic: String, word: String) throws {
        var bench = try ForeignBench()
        let start =
            topic.hasPrefix("home")
            ? bench.says("home/kitchen/BTtoMQTT/DC3056789ABC", #"{"id":"DC:30:56:78:9A:BC","rssi":-60}"#)
            : bench.hears("kitchen", rssi: -60)
        #expect(start.published.count == 2)
        let end = bench.says(topic, word).published
        #expect(end.map(\.topic) == ["tagalong/gateway/kitchen/status"] && end[0].text.contains("offline"))
        #expect(bench.says(topic, word).isEmpty)
    }

    @Test func `what a gateway published itself, what another one did, and what was kept are no reports`() throws {
        var bench = try ForeignBench(publishing: [.espresense, .theengs])
        #expect(bench.hears("hall", rssi: -60).isEmpty)
        #expect(
            bench.says("home/TheengsGateway/BTtoMQTT/DC3056789ABC", #"{"id":"DC:30:56:78:9A:BC","rssi":-60}"#).isEmpty
        )
        let marked = #"{"mac":"dc3056789abc","rssi":-60,"tagalong":"attic"}"#
        #expect(bench.says("espresense/devices/x/attic", marked).isEmpty)
        let kept = Message(
            topic: "espresense/devices/x/kitchen", payload: Array(ForeignBench.report(-60).utf8), retained: true
        )
        #expect(bench.on(kept).isEmpty)
        #expect(bench.hears("kitchen", rssi: -60).published.count == 2)
    }

    @Test func `all that a gateway publishes is read by none`() throws {
        let tags = try ForeignTags()
        let attic = try Name("attic")
        var output = try #require(ForeignOutput(Set(ForeignFormat.allCases), gateway: attic, room: nil))
        var messages = output.tick(at: tags.now)
        for advertisement in [ForeignTags.iTag, ForeignTags.blueCharm] {
            let tag = try tags.tag("DC:30:56:78:9A:BC", advertisement)
            messages += output.heard(tag, rssi: -60, at: tags.now)
        }
        var bench = try ForeignBench()
        for message in messages { #expect(bench.on(message).isEmpty, "\(message.topic)") }
    }

    @Test func `no node has the name of a gateway`() throws {
        var bench = try ForeignBench()
        #expect(bench.hears("hall", rssi: -60).published[0].topic == "tagalong/gateway/hall-espresense/status")
        _ = bench.status(GatewayStatus(state: .online), of: "kitchen")
        #expect(bench.hears("kitchen", rssi: -60).published[0].topic == "tagalong/gateway/kitchen-espresense/status")
        // One that comes later keeps its status.
        _ = bench.hears("Küche/", rssi: -60)
        #expect(bench.hears("Küche", rssi: -60).published[0].topic == "tagalong/gateway/K-che/status")
        #expect(bench.status(GatewayStatus(state: .online), of: "K-che").isEmpty)
        #expect(bench.core.announcements(.offline).allSatisfy { $0.topic != "tagalong/gateway/K-che/status" })
    }

    @Test func `of two gateways that read the same nodes one speaks for them`() throws {
        var bench = try ForeignBench()
        let (attic, zoo) = (try Name("attic"), try Name("zoo"))
        _ = bench.hears("kitchen", rssi: -60)
        let insists = bench.status(GatewayStatus(state: .online, via: zoo), of: "kitchen").published
        #expect(insists.map(\.topic) == ["tagalong/gateway/kitchen/status"] && insists[0].text.contains("online"))
        #expect(bench.status(GatewayStatus(state: .online, via: attic), of: "kitchen").isEmpty)
        #expect(bench.hears("kitchen", rssi: -60).isEmpty)
        _ = bench.status(GatewayStatus(state: .offline), of: "attic")
        #expect(bench.hears("kitchen", rssi: -60).published.count == 2)
    }

    @Test func `nodes go with their gateway, and those of an earlier run are taken back`() throws {
        var bench = try ForeignBench()
        _ = bench.hears("kitchen", rssi: -60)
        let goodbye = bench.core.announcements(.offline)
        #expect(goodbye.map(\.topic) == ["tagalong/gateway/hall/status", "tagalong/gateway/kitchen/status"])
        #expect(goodbye.allSatisfy { $0.text.contains(#""state":"offline""#) })
        let left = bench.status(GatewayStatus(state: .online, via: bench.hall), of: "cellar").published
        #expect(left.map(\.topic) == ["tagalong/gateway/cellar/status"] && left[0].text.contains("offline"))
        #expect(bench.status(GatewayStatus(state: .online, via: bench.hall), of: "kitchen").isEmpty)
    }

    @Test func `what cannot be read is noted once for each node`() throws {
        var bench = try ForeignBench()
        let note = bench.says("espresense/devices/x/kitchen", "{")
        #expect(
            note == [
                .note(
                    "espresense/devices/x/kitchen: a JSON object of at most 8192 bytes is expected; told once for each node"
                )
            ]
        )
        #expect(bench.says("espresense/devices/x/kitchen", "{").isEmpty)
        #expect(bench.hears("kitchen", rssi: -60).published.count == 2)
    }

    @Test func `whatever comes, nodes and messages are bounded`() throws {
        var bench = try ForeignBench()
        var random = SeededGenerator(seed: 17)
        var states: Set<String> = []
        let samples = [ForeignBench.report(-60), #"{"id":"DC:30:56:78:9A:BC","rssi":-60,"manufacturerdata":"4c00"}"#]
        for number in 0..<3000 {
            var bytes = Array(samples[number % 2].utf8)
            if number % 3 == 0 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let topic =
                number % 2 == 0 ? "espresense/devices/x/node\(number)" : "home/node\(number)/BTtoMQTT/DC3056789ABC"
            let actions = bench.on(Message(topic: topic, payload: bytes))
            #expect(actions.count <= 2)
            states.formUnion(actions.published.map(\.topic).filter { $0.hasSuffix("/status") })
        }
        #expect(states.count <= ForeignReceivers.mostNodes)
        #expect(bench.wait(1).count <= 2 * ForeignReceivers.mostNodes)
    }

    @Test func `only a gateway that reads nodes subscribes to their topics, and their bytes mean nothing to others`()
        throws
    {
        var bench = try ForeignBench(reading: [])
        #expect(
            bench.core.session.subscriptions.allSatisfy {
                $0.filter.hasPrefix("tagalong") || $0.filter.hasPrefix("owntracks")
            })
        #expect(bench.hears("kitchen", rssi: -60).isEmpty)
        let reading = try ForeignBench().core.session.subscriptions.filter { $0.options == [.othersOnly] }
        #expect(
            reading.map(\.filter) == [
                "espresense/devices/+/+", "espresense/rooms/+/status", "espresense/rooms/+/telemetry",
                "home/+/BTtoMQTT/+", "home/+/LWT",
            ]
        )
        #expect(reading.allSatisfy { $0.quality == .atMostOnce })
    }
}

/// A gateway with a registered tag and the formats of others.
struct ForeignBench: CoreBench {
    var core: GatewayCore
    let start = Timestamp(seconds: 1000)
    var now = Timestamp(seconds: 1000)
    let keys: DeviceID
    let hall: Name

    init(publishing: Set<ForeignFormat> = [], reading: Set<ForeignFormat> = Set(ForeignFormat.received)) throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        hall = try Name("hall")
        core = GatewayCore(
            GatewayCore.Configuration(
                id: hall,
                trackers: [],
                place: try Coordinate(latitude: 1, longitude: 2),
                usesRegistry: true,
                formats: ForeignFormats(published: publishing, read: reading)
            )
        )
        let tag = ServedTag(
            device: keys,
            pathLoss: PathLoss(powerAtOneMetre: -40, sigma: 2),
            names: [.address(BluetoothAddress(bits: 0xDC30_5678_9ABC))]
        )
        _ = on(.registered([tag]))
    }

    static func report(_ rssi: Int) -> String { #"{"mac":"dc3056789abc","id":"dc3056789abc","rssi":\#(rssi)}"# }

    mutating func says(_ topic: String, _ payload: String) -> [GatewayCore.Action] {
        on(Message(topic: topic, payload: Array(payload.utf8)))
    }

    mutating func hears(_ node: String, rssi: Int) -> [GatewayCore.Action] {
        says("espresense/devices/dc3056789abc/\(node)", Self.report(rssi))
    }

    mutating func status(_ status: GatewayStatus, of gateway: String) -> [GatewayCore.Action] {
        on(Message(topic: "tagalong/gateway/\(gateway)/status", payload: status.encoded(), retained: true))
    }

    /// The node in the kitchen hears the tag each five seconds, for half a minute.
    mutating func listens() throws {
        for _ in 0..<6 {
            _ = hears("kitchen", rssi: -60)
            for _ in 0..<5 { _ = wait(1) }
        }
        _ = hears("kitchen", rssi: -60)
    }

    func proximities(_ actions: [GatewayCore.Action]) throws -> [ProximityMessage] {
        try actions.published.filter { $0.topic.hasSuffix("/proximity") }.map {
            try ProximityMessage(decoding: $0.payload)
        }
    }
}
