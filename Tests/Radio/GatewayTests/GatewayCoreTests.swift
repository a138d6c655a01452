import Gateway
import Messages
import Testing
import Tracking

@Suite struct GatewayCoreTests {
    @Test func `the fixes of a tracker are relayed, retained, with the gateway's name`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let sent = bench.now.advanced(by: .seconds(2))
        let message = try #require(
            bench.on(.received(.fix(bench.fix(3), sent: sent), from: bench.keys)).published.first
        )
        #expect(message.topic == "owntracks/sam/keys" && message.quality == .atLeastOnce && message.retained)
        let location = try LocationMessage(decoding: message.payload)
        #expect(location.gateway?.text == "hall" && location.connection == nil && location.mode == .bluetooth)
        #expect(location.mark == FixMark(boot: 7, sequence: 3) && location.createdAt == sent)
        #expect(location.fix == bench.fix(3).fix && location.source == .gnss && location.battery == 90)
    }

    @Test func `what a tracker reports and answers is published where it belongs`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let reported = bench.on(.received(.reported(bench.reported(.bluetooth)), from: bench.keys)).published
        #expect(reported.map(\.topic) == ["tagalong/sam/keys/availability", "tagalong/sam/keys/reported"])
        #expect(reported.allSatisfy { $0.retained && $0.quality == .atLeastOnce })
        let result = bench.on(.received(.result(CommandResult(id: "a")), from: bench.keys)).published
        #expect(result.map(\.topic) == ["tagalong/sam/keys/result"] && result.allSatisfy { !$0.retained })
    }

    @Test func `of a tracker that is not its own it says nothing`() throws {
        var bench = try GatewayBench()
        let other = DeviceID(owner: try Name("eve"), device: try Name("keys"))
        #expect(bench.on(.linked(other)).isEmpty)
        #expect(bench.on(.heard(other, rssi: -60)).isEmpty)
        #expect(bench.on(.received(.fix(bench.fix(1), sent: bench.now), from: other)).isEmpty)
        #expect(
            bench.on(Message(topic: "tagalong/eve/keys/command", payload: Command(id: "r", verb: .ring).encoded()))
                .isEmpty
        )
    }

    @Test func `a tracker that comes near is told what it may have missed, once`() throws {
        var bench = try GatewayBench()
        #expect(bench.on(bench.desired(DesiredState(version: 2))).isEmpty)
        _ = bench.on(bench.position())
        let mark = FixMark(boot: 1, sequence: 9)
        _ = bench.on(Message(topic: bench.topics.stored(bench.keys), payload: StoredMessage(mark: mark).encoded()))
        let told = bench.on(.linked(bench.keys)).sent
        guard case .desired(let desired) = told.first else {
            Issue.record("what is wanted is told first")
            return
        }
        #expect(desired.version == 2)
        #expect(
            told.dropFirst() == [
                .reference(Reference(coordinate: bench.home, accuracy: 4, time: bench.now)), .stored(mark),
            ]
        )
        #expect(bench.on(.linked(bench.keys)).isEmpty)
    }

    @Test(arguments: [
        ("owntracks/sam/phone", #"{"_type":"location","lat":95,"lon":1,"tst":999}"#), ("owntracks/sam/phone", "noise"),
        ("owntracks/sam/phone", ""), ("owntracks/sam/phone", #"{"_type":"lwt","tst":1}"#),
        ("tagalong/sam/keys/desired", "{}"), ("tagalong/sam/keys/desired", ""),
        ("tagalong/sam/keys/command", #"{"id":"a","do":"dance"}"#), ("tagalong/sam/keys/stored", #"{"boot":0}"#),
        ("tagalong/sam/keys/reported", "[]"), ("owntracks/sam/keys/cmd", #"{"_type":"cmd","action":"dump"}"#),
        ("tagalong/sam/keys/nonsense", "x"), ("a/b/c/d/e", "x"), ("", ""),
    ])
    func `a malformed or strange message is ignored`(topic: String, payload: String) throws {
        var bench = try GatewayBench()
        _ = bench.on(bench.desired(DesiredState(version: 1)))
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(Message(topic: topic, payload: Array(payload.utf8))).isEmpty)
    }

    @Test func `the session has what the gateway needs and speaks its will when it dies`() throws {
        let session = try GatewayBench().core.session
        #expect(session.clientID == "tagalong-gateway-hall" && session.persistent)
        #expect(
            Set(session.subscriptions.map(\.filter)) == [
                "owntracks/sam/+", "owntracks/sam/keys/cmd", "tagalong/sam/keys/desired", "tagalong/sam/keys/command",
                "tagalong/sam/keys/stored", "tagalong/sam/keys/reported",
            ]
        )
        let will = try #require(session.will)
        #expect(will.topic == "tagalong/gateway/hall/status" && will.retained && will.quality == .atLeastOnce)
        #expect(try GatewayStatus(decoding: will.payload).state == .offline)
    }
}

@Suite struct GatewayCommandTests {
    @Test func `a command goes to a tracker that is linked, and else nowhere`() throws {
        var bench = try GatewayBench()
        let ring = Command(id: "r", verb: .ring)
        let message = Message(topic: bench.topics.command(bench.keys), payload: ring.encoded())
        #expect(bench.on(message).isEmpty)
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(message) == [.send(.command(ring), to: bench.keys)])
        _ = bench.on(.unlinked(bench.keys))
        #expect(bench.on(message).isEmpty)
    }

    @Test func `a retained command is of yesterday and is not obeyed`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let ring = Command(id: "r", verb: .ring).encoded()
        #expect(bench.on(Message(topic: bench.topics.command(bench.keys), payload: ring, retained: true)).isEmpty)
        let locate = Array(#"{"_type":"cmd","action":"reportLocation"}"#.utf8)
        let topic = bench.topics.ownTracksCommand(bench.keys)
        #expect(bench.on(Message(topic: topic, payload: locate, retained: true)).isEmpty)
    }

    @Test func `OwnTracks' reportLocation is a request to locate`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let payload = Array(#"{"_type":"cmd","action":"reportLocation"}"#.utf8)
        let sent = bench.on(Message(topic: bench.topics.ownTracksCommand(bench.keys), payload: payload)).sent
        guard case .command(let command) = sent.first else {
            Issue.record("a command is sent")
            return
        }
        #expect(command.verb == .locate)
    }

    @Test func `what is stored is passed on to a linked tracker`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let mark = FixMark(boot: 2, sequence: 4)
        let message = Message(topic: bench.topics.stored(bench.keys), payload: StoredMessage(mark: mark).encoded())
        #expect(bench.on(message) == [.send(.stored(mark), to: bench.keys)])
    }
}

@Suite struct GatewayReferenceTests {
    @Test func `over Bluetooth the owner's position is passed at once`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        _ = bench.on(.received(.reported(bench.reported(.bluetooth)), from: bench.keys))
        _ = bench.on(bench.desired(DesiredState(version: 1)))
        let reference = Reference(coordinate: bench.home, accuracy: 4, time: bench.now)
        #expect(bench.on(bench.position()) == [.send(.reference(reference), to: bench.keys)])
        #expect(bench.on(bench.position(in: -5, north: 9)).isEmpty, "an older position is no news")
    }

    @Test
    func `to a tracker in cellular mode it goes in its desired state, from time to time, with what else is there`()
        throws
    {
        var bench = try GatewayBench()
        _ = bench.on(bench.desired(DesiredState(version: 4, power: .on, reportEvery: 30), more: #","colour":"red""#))
        let messages = bench.on(bench.position()).published
        let message = try #require(messages.first)
        #expect(messages.count == 1 && message.topic == "tagalong/sam/keys/desired" && message.retained)
        let desired = try Kept<DesiredState>(decoding: message.payload)
        #expect(desired.value.version == 4 && desired.value.reportEvery == 30)
        #expect(desired.value.reference?.coordinate == bench.home && desired.value.reference?.time == bench.now)
        #expect(desired.extra.map(\.name) == ["colour"])
        bench.wait(59)
        #expect(bench.on(bench.position(north: 50)).isEmpty)
        bench.wait(1)
        #expect(bench.on(bench.position(north: 60)).published.count == 1)
    }

    @Test func `a position far in the future does not keep the later ones from counting`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        _ = bench.on(.received(.reported(bench.reported(.bluetooth)), from: bench.keys))
        #expect(bench.on(bench.position(in: 86_400)).isEmpty)
        #expect(bench.on(bench.position()).sent.count == 1)
    }

    @Test func `a tracker's own position is no reference`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(bench.position(bench.keys)).isEmpty)
    }

    @Test func `a version that was overtaken on its way is put right`() throws {
        var bench = try GatewayBench()
        _ = bench.on(bench.desired(DesiredState(version: 3, power: .off)))
        let answer = bench.on(bench.desired(DesiredState(version: 2))).published
        #expect(answer.map(\.topic) == ["tagalong/sam/keys/desired"] && answer.allSatisfy(\.retained))
        #expect(try DesiredState(decoding: answer[0].payload).version == 3)
        // Its own words come back, and are no news.
        #expect(bench.on(answer[0]).isEmpty)
    }

    @Test func `a new wish is passed at once, a new reference in it is not`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(bench.desired(DesiredState(version: 1))).sent.count == 1)
        let reference = Reference(coordinate: bench.home, accuracy: 1, time: bench.now)
        #expect(bench.on(bench.desired(DesiredState(version: 1, reference: reference))).isEmpty)
        #expect(bench.on(bench.desired(DesiredState(version: 2, power: .off))).sent.count == 1)
    }
}

@Suite struct GatewayAvailabilityTests {
    @Test func `a tracker in Bluetooth mode is there while it is linked, and again when it is back`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        #expect(bench.on(.received(.reported(bench.reported(.bluetooth)), from: bench.keys)).availability == ["online"])
        #expect(bench.on(.received(.reported(bench.reported(.bluetooth)), from: bench.keys)).availability == [])
        #expect(bench.on(.unlinked(bench.keys)).availability == ["offline"])
        #expect(bench.on(.unlinked(bench.keys)).availability == [])
        // It has nothing new to report, for it does not know that it was missed.
        #expect(bench.on(.linked(bench.keys)).availability == ["online"])
    }

    @Test(arguments: [Mode.cellular, .off])
    func `a tracker in another mode speaks for itself`(mode: Mode) throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        let reported = bench.reported(mode).encoded()
        _ = bench.on(Message(topic: bench.topics.reported(bench.keys), payload: reported, retained: true))
        #expect(bench.on(.unlinked(bench.keys)).availability == [])
        #expect(bench.on(.linked(bench.keys)).availability == [])
    }
}

@Suite struct GatewayProximityTests {
    @Test func `an interval has one proximity, from the mean of its strengths`() throws {
        var bench = try GatewayBench()
        #expect(bench.on(.heard(bench.keys, rssi: -59)).published.count == 1)
        for rssi in [-65, -95, -66, -64, -40, 127, 0] {
            bench.wait(1)
            #expect(bench.on(.heard(bench.keys, rssi: rssi)).isEmpty)
        }
        bench.wait(3)
        let messages = bench.on(.heard(bench.keys, rssi: -67)).published
        let message = try #require(messages.first)
        #expect(message.topic == "tagalong/sam/keys/proximity" && message.quality == .atMostOnce && !message.retained)
        let proximity = try ProximityMessage(decoding: message.payload)
        #expect(proximity.rssi == -66 && proximity.samples == 6 && proximity.gateway.text == "hall")
        #expect(proximity.time == bench.now)
        #expect(abs((proximity.distance ?? 0) - 2.291) < 0.01, "7.2 dB weaker than at a metre, in the open")
    }

    @Test func `what was heard before the link broke does not count afterwards`() throws {
        var bench = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
        _ = bench.on(.heard(bench.keys, rssi: -59))
        for _ in 0..<5 { _ = bench.on(.heard(bench.keys, rssi: -50)) }
        _ = bench.on(.unlinked(bench.keys))
        bench.wait(10)
        let message = try #require(bench.on(.heard(bench.keys, rssi: -80)).published.first)
        #expect(try ProximityMessage(decoding: message.payload).rssi == -80)
    }
}
