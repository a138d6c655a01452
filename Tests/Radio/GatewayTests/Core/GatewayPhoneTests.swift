import Messages
import Testing
import Tracking

@testable import Gateway

/// Which of an owner's devices tells a tracker where its owner is: the one that the history service would choose.
@Suite struct GatewayPhoneTests {
    private var bench: RegistryBench
    private let world: GatewayBench

    init() throws {
        bench = try RegistryBench()
        world = try GatewayBench()
        _ = bench.on(.linked(bench.keys))
    }

    private func device(_ name: String) throws -> DeviceID {
        DeviceID(owner: bench.keys.owner, device: try Name(name))
    }

    /// Whether a position of a device is told to the tracker as its owner's.
    private mutating func isPhone(_ name: String, at second: Double, isKept: Bool = false) throws -> Bool {
        var message = world.position(try device(name), in: second)
        message.retained = isKept
        return bench.on(message).sent.contains { if case .reference = $0 { true } else { false } }
    }

    @Test mutating func `a thing that says its position as a phone does is none, whatever it says first`() throws {
        let dog = try device("dog")
        #expect(try isPhone("dog", at: 1, isKept: true))
        let reported = Message(topic: bench.topics.reported(dog), payload: world.reported(.cellular).encoded())
        _ = bench.on(reported)
        #expect(try !isPhone("dog", at: 9))
        #expect(try isPhone("pixel", at: 2))
        #expect(try !isPhone("dog", at: 10))
    }

    @Test mutating func `a device that somebody has made an item is no phone while it is one`() throws {
        let topic = bench.topics.item(try device("bike"))
        #expect(try isPhone("bike", at: 1, isKept: true))
        let item = ItemMessage(item: try ItemName("Bicycle")).encoded()
        _ = bench.on(Message(topic: topic, payload: item, retained: true))
        #expect(try !isPhone("bike", at: 2))
        _ = bench.on(Message(topic: topic, payload: [], retained: true))
        #expect(try isPhone("bike", at: 3))
    }

    @Test mutating func `a phone that is asked where it is stays one`() throws {
        #expect(try isPhone("pixel", at: 1))
        let ask = Message(
            topic: bench.topics.ownTracksCommand(try device("pixel")),
            payload: Array(#"{"_type":"cmd","action":"reportLocation"}"#.utf8)
        )
        _ = bench.on(ask)
        #expect(try isPhone("pixel", at: 2))
    }

    @Test mutating func `after a phone is deleted the one that is left says where the owner is`() throws {
        #expect(try isPhone("old-phone", at: 5))
        #expect(try !isPhone("pixel", at: 6))
        _ = bench.on(Message(topic: bench.topics.location(try device("old-phone")), payload: []))
        _ = bench.on(.unlinked(bench.keys))
        #expect(bench.on(.linked(bench.keys)).sent.isEmpty)
        #expect(try isPhone("pixel", at: 4))
    }

    @Test mutating func `a device whose clock is far ahead keeps no other from being the phone`() throws {
        #expect(try !isPhone("clock", at: 86_400))
        #expect(try isPhone("pixel", at: 1))
        #expect(try !isPhone("clock", at: 2))
    }

    @Test(arguments: [["ipad", "pixel", "watch"], ["watch", "pixel", "ipad"], ["pixel", "ipad", "watch"]])
    mutating func `of phones that the broker has kept it is the first by name, in whichever order they come`(
        names: [String]
    ) throws {
        for name in names { _ = try isPhone(name, at: 1, isKept: true) }
        for name in names { #expect(try isPhone(name, at: 2) == (name == "ipad")) }
        // Once it has spoken nothing that is kept takes its place.
        #expect(try !isPhone("a", at: 3, isKept: true))
    }
}
