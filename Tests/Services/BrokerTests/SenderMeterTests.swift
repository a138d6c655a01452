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
}
