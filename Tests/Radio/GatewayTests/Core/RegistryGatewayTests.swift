import Bluetooth
import Gateway
import Messages
import Testing
import Tracking

@Suite struct RegistryGatewayTests {
    @Test func `a command waits until the tracker is linked, and is answered by it alone`() throws {
        var bench = try RegistryBench()
        #expect(bench.on(bench.ring()) == [.call(bench.keys)])
        #expect(bench.on(bench.ring()).isEmpty)
        #expect(bench.wait(299).isEmpty)
        let told = bench.on(.linked(bench.keys)).sent
        #expect(told == [.command(Command(id: "r", verb: .ring))])
        let answer = TrackerRadioEvent.received(.result(CommandResult(id: "r")), from: bench.keys)
        #expect(try bench.results(bench.on(answer)) == [CommandResult(id: "r")])
        #expect(bench.wait(600).isEmpty)
    }

    @Test func `a command that comes between the registration and the radio's word of it is not lost`() throws {
        var bench = try RegistryBench()
        let tags = [ServedTag(device: bench.keys, pathLoss: PathLoss(powerAtOneMetre: -40))]
        _ = bench.on(.registered([]))
        #expect(bench.on(bench.ring("early")).isEmpty)
        #expect(bench.on(bench.ring("answered")).isEmpty)
        let result = CommandResult(id: "answered")
        _ = bench.on(Message(topic: bench.topics.result(bench.keys), payload: result.encoded()))
        #expect(bench.on(.registered(tags)) == [.call(bench.keys)])
        #expect(bench.on(.linked(bench.keys)).sent == [.command(Command(id: "early", verb: .ring))])
        // Whoever is registered much later is told nothing of it.
        _ = bench.on(.registered([]))
        #expect(bench.on(bench.ring("late")).isEmpty)
        _ = bench.wait(301)
        #expect(bench.on(.registered(tags)).isEmpty)
        #expect(bench.on(.linked(bench.keys)).sent.isEmpty)
    }

    @Test func `a command that waits too long is answered in the tracker's place, and not twice`() throws {
        var bench = try RegistryBench()
        _ = bench.on(bench.ring())
        let error = "the tracker was not reached within 5 minutes"
        #expect(try bench.results(bench.wait(300)) == [CommandResult(id: "r", error: error)])
        #expect(bench.wait(300).isEmpty)
        #expect(bench.on(.linked(bench.keys)).sent.isEmpty)
        #expect(bench.on(.received(.result(CommandResult(id: "r")), from: bench.keys)).isEmpty)
    }

    @Test func `a command is told again over the next link until it is answered`() throws {
        var bench = try RegistryBench()
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(bench.ring()).sent.count == 1)
        _ = bench.on(.unlinked(bench.keys))
        #expect(bench.on(.linked(bench.keys)).sent.count == 1)
    }

    @Test func `a tracker in cellular mode reads its commands itself`() throws {
        var bench = try RegistryBench()
        let state = try GatewayBench().reported(.cellular)
        _ = bench.on(Message(topic: bench.topics.reported(bench.keys), payload: state.encoded(), retained: true))
        #expect(bench.on(bench.ring()).isEmpty)
        #expect(bench.wait(600).isEmpty)
    }

    @Test func `a result that came by another way ends the waiting`() throws {
        var bench = try RegistryBench()
        _ = bench.on(bench.ring())
        _ = bench.on(Message(topic: bench.topics.result(bench.keys), payload: CommandResult(id: "r").encoded()))
        #expect(bench.wait(600).isEmpty)
    }

    @Test func `what a tracker refuses is answered by its reason`() throws {
        var bench = try RegistryBench()
        _ = bench.on(.linked(bench.keys))
        _ = bench.on(bench.ring())
        let refusal = TrackerRadioEvent.refused(.command(Command(id: "r", verb: .ring)), by: bench.keys, reason: "no")
        #expect(try bench.results(bench.on(refusal)) == [CommandResult(id: "r", error: "no")])
        #expect(bench.wait(600).isEmpty)
    }

    @Test func `too many commands, or any to a tag that is only heard, are refused at once`() throws {
        var bench = try RegistryBench()
        for number in 0..<16 { #expect(try bench.results(bench.on(bench.ring("r\(number)"))).isEmpty) }
        #expect(try bench.results(bench.on(bench.ring("last"))).count == 1)
        var mute = try RegistryBench(.mute(model: "iBeacon"))
        let error = try mute.results(mute.on(mute.ring())).first?.error
        #expect(error == "this iBeacon is only heard, and cannot be told anything")
    }

    @Test func `what a tag cannot do by its make is refused at once, whether or not it is linked`() throws {
        var bench = try RegistryBench(.tag, refusals: [.ring: "it is mute"])
        #expect(try bench.results(bench.on(bench.ring())) == [CommandResult(id: "r", error: "it is mute")])
        #expect(bench.on(bench.ring()).isEmpty)
        #expect(bench.on(bench.command(.stopRing, "s")) == [.call(bench.keys)])
    }

    @Test(arguments: [true, false])
    func `a tracker that confirms that it has forgotten its owner is released once`(isLinked: Bool) throws {
        var bench = try RegistryBench()
        let result = CommandResult(id: "u")
        let echo = Message(topic: bench.topics.result(bench.keys), payload: result.encoded())
        #expect(bench.on(echo).isEmpty)
        if isLinked {
            _ = bench.on(.linked(bench.keys))
        } else {
            // It answers over the network.
            let state = try GatewayBench().reported(.cellular)
            _ = bench.on(Message(topic: bench.topics.reported(bench.keys), payload: state.encoded(), retained: true))
        }
        _ = bench.on(bench.command(.unregister, "u"))
        let refusal = Message(
            topic: bench.topics.result(bench.keys),
            payload: CommandResult(id: "u", error: "no").encoded()
        )
        #expect(bench.on(refusal).isEmpty)
        let actions = isLinked ? bench.on(.received(.result(result), from: bench.keys)) : bench.on(echo)
        #expect(actions.last == .release(bench.keys))
        #expect(bench.on(echo).isEmpty)
    }

    private static let unwanted = DesiredState(version: 9, power: .off, isRegistered: false)

    @Test(arguments: [ServedTag.Kind.tag, .mute(model: "iBeacon")])
    func `a tag without an owner of its own that nobody wants any more is released (case 3-6-3)`(
        kind: ServedTag.Kind
    ) throws {
        var bench = try RegistryBench(kind)
        let wish = Message(topic: bench.topics.desired(bench.keys), payload: Self.unwanted.encoded(), retained: true)
        #expect(bench.on(wish).contains(.release(bench.keys)))
        // A tag that is registered only after its gateway has read that.
        _ = bench.on(.registered([]))
        let tag = ServedTag(device: bench.keys, pathLoss: PathLoss(powerAtOneMetre: -40), kind: kind)
        #expect(bench.on(.registered([tag])).contains(.release(bench.keys)))
    }

    @Test func `a tracker of ours is released when it says that it has left, over its modem too`() throws {
        var bench = try RegistryBench()
        let wish = Message(topic: bench.topics.desired(bench.keys), payload: Self.unwanted.encoded(), retained: true)
        #expect(bench.on(wish).isEmpty)
        var state = try GatewayBench().reported(.off)
        state.isRegistered = false
        let last = Message(topic: bench.topics.reported(bench.keys), payload: state.encoded())
        #expect(bench.on(last).contains(.release(bench.keys)))
    }

    @Test func `what was taken back is not told again`() throws {
        var bench = try RegistryBench()
        let wish = Message(topic: bench.topics.desired(bench.keys), payload: Self.unwanted.encoded(), retained: true)
        _ = bench.on(wish)
        _ = bench.on(Message(topic: wish.topic, payload: []))
        #expect(bench.on(.linked(bench.keys)).sent.isEmpty)
    }

    @Test func `a tag whose strength the adapter does not know is told as heard, and connected`() throws {
        var bench = try RegistryBench()
        let message = try #require(bench.on(.heard(bench.keys, rssi: nil, adapter: bench.adapter)).published.first)
        let proximity = try ProximityMessage(decoding: message.payload)
        #expect(proximity.rssi == nil && proximity.distance == nil && proximity.sigma == nil)
        #expect(bench.on(message) == [.tend(bench.keys, over: bench.adapter)])
        // Each interval once.
        #expect(bench.on(.heard(bench.keys, rssi: nil, adapter: bench.adapter)).isEmpty)
        let told = bench.wait(10).published + bench.on(.heard(bench.keys, rssi: nil, adapter: bench.adapter)).published
        #expect(told.count == 1)
    }

    @Test func `a strength that is not known is no news where the adapter tells strengths`() throws {
        var bench = try RegistryBench()
        #expect(bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter)).published.count == 1)
        _ = bench.wait(10)
        #expect(bench.on(.heard(bench.keys, rssi: nil, adapter: bench.adapter)).isEmpty)
        #expect(bench.on(.heard(bench.keys, rssi: -61, adapter: bench.adapter)).published.count == 1)
    }

    @Test func `who does not know the strength yields to any other who does`() throws {
        var bench = try RegistryBench()
        let own = try #require(bench.on(.heard(bench.keys, rssi: nil, adapter: bench.adapter)).published.first)
        #expect(bench.on(own) == [.tend(bench.keys, over: bench.adapter)])
        #expect(try bench.on(bench.proximity("attic", rssi: -95)).isEmpty)
        _ = bench.wait(10)
        #expect(try bench.on(bench.proximity("attic", rssi: -95)) == [.leave(bench.keys)])
        #expect(try bench.on(bench.proximity("hall", rssi: nil)).isEmpty)
    }

    @Test func `its own word on the bus makes it connect, and a better gateway's makes it leave`() throws {
        var bench = try RegistryBench()
        let heard = bench.on(.heard(bench.keys, rssi: -70, adapter: bench.adapter)).published
        let own = try #require(heard.first)
        #expect(try ProximityMessage(decoding: own.payload).isHeld == false)
        #expect(bench.on(own) == [.tend(bench.keys, over: bench.adapter)])
        for _ in 0..<2 {
            #expect(try bench.on(bench.proximity("attic", rssi: -50)).isEmpty)
            _ = bench.wait(10)
            let next = bench.on(.heard(bench.keys, rssi: -70, adapter: bench.adapter)).published
            #expect(try next.map { try ProximityMessage(decoding: $0.payload).isHeld } == [true])
            if let message = next.first { _ = bench.on(message) }
            if try bench.on(bench.proximity("attic", rssi: -50)) == [.leave(bench.keys)] { return }
        }
        Issue.record("it never left the tag to the other gateway")
    }

    @Test func `a gateway whose clock is far ahead does not keep a tag from the others`() throws {
        var bench = try RegistryBench()
        #expect(try bench.on(bench.proximity("attic", rssi: -50, ahead: 86_400_000)).isEmpty)
        let own = try #require(bench.on(.heard(bench.keys, rssi: -70, adapter: bench.adapter)).published.first)
        #expect(bench.on(own) == [.tend(bench.keys, over: bench.adapter)])
    }

    @Test func `the distance follows from the tag's own path loss`() throws {
        var bench = try RegistryBench()
        let message = try #require(bench.on(.heard(bench.keys, rssi: -60, adapter: bench.adapter)).published.first)
        let proximity = try ProximityMessage(decoding: message.payload)
        #expect((5...15).contains(proximity.distance ?? 0) && proximity.adapter == "00:00:00:00:00:AA")
    }

    @Test func `what was wanted of a tag before it was registered is told to it`() throws {
        var bench = try RegistryBench()
        let bike = DeviceID(owner: bench.keys.owner, device: try Name("bike"))
        let desired = DesiredState(version: 3)
        #expect(
            bench.on(Message(topic: bench.topics.desired(bike), payload: desired.encoded(), retained: true)).isEmpty
        )
        #expect(bench.core.desired(of: bike)?.value == desired)
        let tags = [bench.keys, bike].map { ServedTag(device: $0, pathLoss: PathLoss()) }
        #expect(bench.on(.registered(tags)).isEmpty)
        #expect(bench.on(.linked(bike)).sent == [.desired(desired)])
    }

    @Test func `a tag that is forgotten is offline, and no more is said of it`() throws {
        var bench = try RegistryBench()
        #expect(bench.on(.registered([])).availability == ["offline"])
        #expect(bench.on(.heard(bench.keys, rssi: -60)).isEmpty)
    }

    @Test func `each change of an adapter is published, and no repetition`() throws {
        var bench = try RegistryBench()
        let adapter = AdapterStatus(name: "hci0", address: bench.adapter, health: .stalled)
        let message = try #require(bench.on(.adapters([adapter])).published.first)
        #expect(message.topic == "tagalong/gateway/hall/status" && message.retained)
        let status = try GatewayStatus(decoding: message.payload)
        #expect(status.isBlind)
        #expect(
            status.adapters == [GatewayStatus.Adapter(name: "hci0", health: "stalled", address: "00:00:00:00:00:AA")]
        )
        #expect(bench.on(.adapters([adapter])).isEmpty)
    }

    @Test func `the position of a tag that keeps no fixes is published without a name`() throws {
        var bench = try RegistryBench()
        let fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), time: bench.now)
        let message = try #require(bench.on(.located(fix, bench.keys)).published.first)
        let location = try LocationMessage(decoding: message.payload)
        #expect(location.mark == nil && location.mode == .bluetooth && location.gateway?.text == "hall")
        #expect(message.retained)
    }

    @Test func `its session takes in every tracker's topics and its own requests`() throws {
        let filters = try Set(RegistryBench().core.session.subscriptions.map(\.filter))
        #expect(filters.isSuperset(of: ["tagalong/+/+/desired", "owntracks/+/+", "tagalong/gateway/hall/request/+"]))
    }
}
