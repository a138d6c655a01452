import Guard
import Messages
import Testing
import Tracking

@testable import Guarding

/// What anybody may send who may write to the broker, or be heard by a gateway.
struct HostileGuardTests {
    private static func status(_ gateway: Int, carrier: Name?) throws -> Message {
        let adapter = GatewayStatus.Adapter(name: "hci0", health: String(repeating: "x", count: 2000))
        let status = GatewayStatus(state: .online, adapters: [adapter], carrier: carrier)
        let topic = GuardedDay.topics.gatewayStatus(try Name("made-up-\(gateway)"))
        return Message(topic: topic, payload: status.encoded(), retained: true)
    }

    @Test(arguments: [GuardedDay.anna, nil, GuardedDay.name("ben")])
    func `gateways that somebody makes up are remembered up to a bound, and the real one goes on`(
        _ carrier: Name?
    ) throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        let half = try GuardedDay().play(0..<600, to: &desk)
        for gateway in 0..<5000 {
            _ = desk.receive(try Self.status(gateway, carrier: carrier), at: GuardedDay.time(600))
        }
        let memory = desk.remembered
        #expect(memory.gateways.count <= GuardDesk.mostGateways && desk.gateways.count <= GuardDesk.mostGateways)
        #expect(memory.gateways.values.allSatisfy { $0.utf8.count < 200 })
        #expect(try half.count + GuardedDay().play(600..<1440, to: &desk).count == 1)
    }

    @Test func `a gateway that is carried comes in where others fill all places`() throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        for gateway in 0..<2000 { _ = desk.receive(try Self.status(gateway, carrier: nil), at: GuardedDay.time(0)) }
        #expect(try GuardedDay().play(to: &desk).count == 1)
        #expect(desk.gateways.count == GuardDesk.mostGateways)
    }

    private static func seen(_ number: Int, minute: Int, _ change: (inout SeenMessage) -> Void = { _ in }) -> Message {
        var seen = SeenMessage(time: GuardedDay.time(minute), address: "tag \(number)", adapter: "00:1A:7D:DA:71:13")
        (seen.profile, seen.kind, seen.isSeparated, seen.rssi) = ("find-my", "airtag", true, -70)
        change(&seen)
        return Message(topic: GuardedDay.topics.gatewaySeen(GuardedDay.pocket), payload: seen.encoded())
    }

    @Test func `a flood of made-up tags does not swallow the stage of one that follows`() throws {
        var desk = GuardDesk(owner: GuardedDay.anna)
        try GuardedDay().play(0..<1040, to: &desk)
        // More than are remembered, between two reports of the real one; it has moved along once, and stays.
        for number in 0..<12_000 { _ = desk.receive(Self.seen(number, minute: 1040), at: GuardedDay.time(1040)) }
        // A stage of a tag of which nobody knew who heard it could not be told.
        let hearings = desk.remembered.hearings.keys
        #expect(hearings.filter { desk.watch.isRemembered($0) }.count == desk.watch.count)
        let notice = try #require(GuardedDay().play(1041..<1440, to: &desk).first { $0.report.number == 1 })
        #expect(desk.tag(notice.report)?.address == GuardedDay.address)
        #expect(desk.remembered.hearings.count <= 10_000)
    }

    @Test func `a flood of tags that rotate loses nothing, and each look for the forgotten is paid for by what came`()
        throws
    {
        var policy = GuardPolicy.standard
        policy.most = 200
        var desk = GuardDesk(owner: GuardedDay.anna, policy: policy)
        try GuardedDay().play(0..<1, to: &desk)
        var looked = 0, heard = 0
        for minute in 20..<240 {
            for number in 0..<100 where minute % 3 == 0 {
                let message = Self.seen(number, minute: minute) {
                    ($0.kind, $0.address) = ("kind \(number)", "tag \(number) \(minute / 15)")
                }
                if desk.isLookDue { looked += desk.memory.hearings.count }
                _ = desk.receive(message, at: GuardedDay.time(minute))
                heard += 1
            }
            _ = desk.advance(to: GuardedDay.time(minute))
        }
        let kept = Set(desk.watch.state.identities)
        // Each tag is known by its present identity and eight earlier ones.
        #expect(desk.watch.count == 100)
        #expect(kept.count == 900)
        #expect(kept.isSubset(of: desk.memory.hearings.keys))
        #expect(looked <= heard)
    }

    @Test(
        arguments: [
            { $0.address = String(repeating: "A", count: 4000) }, { $0.identity = String(repeating: "I", count: 129) },
            { $0.address = "\u{1B}[2J" }, { $0.identity = "a\nb" }, { $0.kind = String(repeating: "k", count: 33) },
            { $0.identity = "a\u{202E}b" },
        ] as [@Sendable (inout SeenMessage) -> Void]
    )
    func `what is no identity of any tag is left out`(_ change: @Sendable (inout SeenMessage) -> Void) {
        var desk = GuardDesk(owner: GuardedDay.anna)
        _ = desk.receive(GuardedDay().status, at: GuardedDay.time(0))
        _ = desk.receive(Self.seen(1, minute: 0, change), at: GuardedDay.time(0))
        #expect(desk.watch.count == 0)
    }

    @Test(
        arguments: [
            ("\u{1B}[31mEvil\ntag \u{202E}gnp.exe", "[31mEviltag gnp.exe"), (String(repeating: "m", count: 4000), nil),
            ("\u{202E}", nil),
        ] as [(String, String?)]
    )
    func `a model that comes over the air is listed as it can be shown`(_ model: String, _ shown: String?) {
        var seen = SeenMessage(time: GuardedDay.epoch, address: "a", adapter: "b")
        seen.model = model
        #expect(seen.wording == shown ?? (model.count > 1 ? String(model.prefix(60)) : nil))
    }

    @Test(arguments: [(128, 20), (4000, 2)]) func `a list of the longest tags there are can be read`(
        _ length: Int, _ count: Int
    ) throws {
        var list = GuardMessage(time: GuardedDay.epoch, owner: GuardedDay.anna)
        let place = Position(
            coordinate: try Coordinate(latitude: -51.1234567, longitude: -160.1234567), accuracy: 12.345,
            time: GuardedDay.epoch
        )
        for number in 1...20 {
            let text = String(repeating: "\"", count: length)
            var tag = GuardMessage.Tag(
                number: number, stage: .notice, network: "find-my", identity: text, address: text,
                gateway: GuardedDay.pocket, first: GuardedDay.epoch, last: GuardedDay.epoch
            )
            (tag.model, tag.advice) = (String(repeating: "\"", count: 60), TagNetwork.findMy.advice)
            tag.places = (0..<20).map { place.moved(to: GuardedDay.time($0)) }
            list.tags.append(tag)
        }
        let fitted = GuardDesk.fitted(list)
        #expect(fitted.tags.count >= count && fitted.encoded().count <= GuardDesk.largest)
        #expect(try GuardMessage(decoding: fitted.encoded()).tags.map(\.places) == fitted.tags.map(\.places))
        #expect(fitted.tags.first?.places.last == (length > 1000 ? nil : list.tags.first?.places.last))
    }
}

extension Position {
    fileprivate func moved(to time: Timestamp) -> Position {
        Position(coordinate: coordinate, accuracy: accuracy, time: time)
    }
}
