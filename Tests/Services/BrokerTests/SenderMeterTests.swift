import Messages
import ServerSupport
import Testing
import Tracking

@testable import Broker

@Suite struct SenderMeterTests {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)

    private static func after(_ seconds: Double) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private static func batch(_ topic: String, _ count: Int, of bytes: Int) -> [Message] {
        let message = Message(topic: topic, payload: [UInt8](repeating: 120, count: bytes))
        return [Message](repeating: message, count: count)
    }

    private static func device(_ text: String) throws -> Sender { .device(try RoleCase.device(text)) }

    @Test func `who sends large messages without end is told by name, with how much in what time`() throws {
        var meter = SenderMeter(topics: Topics())
        var excesses: [SenderMeter.Excess] = []
        for step in 0..<10 where excesses.isEmpty {
            let batch = Self.batch("owntracks/eve/phone", 100, of: 64_000)
            excesses += meter.measure(batch, at: Self.after(Double(step) / 10))
            #expect(
                meter.measure(Self.batch("owntracks/kim/phone", 5, of: 250), at: Self.after(Double(step) / 10)) == []
            )
        }
        let amount = SenderMeter.Amount(messages: 200, bytes: 200 * 64_019)
        #expect(
            excesses == [.init(sender: try Self.device("eve/phone"), amount: amount, duration: .milliseconds(100))]
        )
    }

    @Test func `a sender is known by what OwnTracks calls it`() throws {
        let device = DeviceID(owner: try Name(ownTracks: "eve@mail.example"), device: try Name("phone"))
        for topic in ["owntracks/eve@mail.example/phone/event", "tagalong/x--eve_40mail_2eexample/phone/reported"] {
            #expect(Sender(topic: topic, Topics()) == .device(device))
        }
    }

    @Test(arguments: [
        "owntracks/eve/phone", "owntracks/eve/phone/event", "owntracks/eve/phone/no/such",
        "tagalong/eve/phone/reported",
    ]) func `empty messages count, too, on whatever topic of the sender`(_ topic: String) throws {
        var meter = SenderMeter(topics: Topics())
        let most = SenderMeter.burst / SenderMeter.smallest
        #expect(meter.measure(Self.batch(topic, most - 1, of: 0), at: Self.start) == [])
        let excesses = meter.measure(Self.batch(topic, 1, of: 0), at: Self.start)
        #expect(excesses.map(\.sender) == [try Self.device("eve/phone")])
        #expect(excesses.map(\.amount.messages) == [most])
    }

    @Test func `a tracker may send 100,000 positions that waited at once`() {
        var meter = SenderMeter(topics: Topics())
        for _ in 0..<50 {
            #expect(meter.measure(Self.batch("owntracks/sam/keys", 2_000, of: 250), at: Self.start) == [])
        }
    }

    @Test func `100 trackers may send 50,000 positions a second for as long as they like`() {
        var meter = SenderMeter(topics: Topics())
        for second in 0..<120 {
            for tracker in 0..<100 {
                let batch = Self.batch("owntracks/sam/t\(tracker)", 500, of: 250)
                #expect(meter.measure(batch, at: Self.after(Double(second))) == [])
            }
        }
    }

    @Test func `a gateway is told as such, and what it relays as the tracker's`() throws {
        let topics = Topics(positions: "my/positions", own: "my/own")
        #expect(Sender(topic: "my/own/gateway/den/seen", topics) == .gateway(try Name("den")))
        #expect(Sender(topic: "my/own/sam/keys/proximity", topics) == (try Self.device("sam/keys")))
        #expect(Sender(topic: "my/positions/sam/keys", topics) == (try Self.device("sam/keys")))
        #expect(Sender(topic: "my/positions/sam", topics) == nil)
        #expect(Sender(topic: "owntracks/sam/keys", topics) == nil)
    }

    @Test func `who floods is told again only after some seconds, and what is kept does not count`() {
        var meter = SenderMeter(topics: Topics())
        let flood = Self.batch("owntracks/eve/phone", 1_000, of: 64_000)
        #expect(meter.measure(flood, at: Self.start).count == 1)
        #expect(meter.measure(flood, at: Self.after(4)).isEmpty)
        #expect(meter.measure(flood, at: Self.after(5)).count == 1)
        let kept = flood.map { Message(topic: "owntracks/ben/phone", payload: $0.payload, retained: true) }
        #expect(meter.measure(kept, at: Self.after(5)).isEmpty)
    }

    @Test func `a time that is set back or far ahead does no harm`() {
        var meter = SenderMeter(topics: Topics())
        let half = Self.batch("owntracks/eve/phone", 100, of: 64_000)
        #expect(meter.measure(half, at: Self.after(1_000)).isEmpty)
        #expect(meter.measure(half, at: Self.start).count == 1)
        #expect(meter.measure(half, at: Timestamp(milliseconds: .max / 4)).isEmpty)
    }

    @Test func `the number of senders that are measured is bounded, and who has sent most stays`() throws {
        var meter = SenderMeter(topics: Topics())
        _ = meter.measure(Self.batch("owntracks/eve/phone", 100, of: 64_000), at: Self.start)
        for number in 0..<(3 * SenderMeter.mostSenders) {
            _ = meter.measure(Self.batch("owntracks/sam/t\(number)", 1, of: 250), at: Self.start)
            #expect(meter.count <= SenderMeter.mostSenders)
        }
        #expect(meter.measure(Self.batch("owntracks/eve/phone", 100, of: 64_000), at: Self.start).count == 1)
    }

    @Test func `many who send little are measured together, and a flood among them by its name`() throws {
        var meter = SenderMeter(topics: Topics())
        var excesses: [SenderMeter.Excess] = []
        // 20,000 trackers share 4,096 places; each sends a position a second.
        for second in 0..<8 {
            let small = (0..<20_000).map {
                Message(topic: "owntracks/o\($0 % 100)/t\($0)", payload: [UInt8](repeating: 1, count: 250))
            }
            excesses += meter.measure(small, at: Self.after(Double(second)))
            excesses += meter.measure(Self.batch("owntracks/o7/t7", 40, of: 64_000), at: Self.after(Double(second)))
        }
        #expect(Set(excesses.map(\.sender)) == [try Self.device("o7/t7")])
        #expect(meter.count < 10)
    }

    @Test func `who shares a place with a flood is not told of`() throws {
        let places = SenderTopics(Topics())
        let flooded = try #require(places.place(of: "owntracks/eve/phone"))
        let neighbour = try #require(
            (0..<100_000).map { "owntracks/sam/t\($0)" }.first { places.place(of: $0) == flooded }
        )
        var meter = SenderMeter(topics: Topics())
        let flood = meter.measure(Self.batch("owntracks/eve/phone", 1_000, of: 64_000), at: Self.start)
        #expect(flood.map(\.sender) == [try Self.device("eve/phone")])
        #expect(meter.measure(Self.batch(neighbour, 100, of: 250), at: Self.start) == [])
        let most = SenderMeter.burst / SenderMeter.smallest
        #expect(meter.measure(Self.batch(neighbour, most - 200, of: 0), at: Self.start) == [])
        #expect(meter.measure(Self.batch(neighbour, 200, of: 0), at: Self.start).count == 1)
    }

    @Test func `all topics of a device have one place, and those below no base none`() {
        let places = SenderTopics(Topics(positions: "my/positions", own: "my/own"))
        let place = places.place(of: "my/positions/eve/phone")
        #expect(place != nil)
        #expect(places.place(of: "my/positions/eve/phone/event") == place)
        #expect(places.place(of: "my/own/eve/phone/reported/more") == place)
        for topic in ["", "my", "my/positions", "my/other/eve/phone", "owntracks/eve/phone"] {
            #expect(places.place(of: topic) == nil)
        }
    }
}
