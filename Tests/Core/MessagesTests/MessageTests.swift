import Messages
import Testing
import Tracking

/// Messages that carry a value in place of its bytes.
@Suite struct MessageTests {
    private let location: LocationMessage

    init() throws {
        let coordinate = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        location = LocationMessage(
            fix: Fix(coordinate: coordinate, time: Timestamp(seconds: 1_780_000_000)), trackerInitials: "SA"
        )
    }

    @Test func `a value is what its bytes say, and has the bytes that it is written with`() throws {
        let carrying = Message(topic: "owntracks/sam/phone", carrying: location, retained: true)
        let written = Message(topic: "owntracks/sam/phone", payload: location.encoded(), retained: true)
        #expect(carrying == written && carrying.hashValue == written.hashValue)
        #expect(carrying.payload == location.encoded() && carrying.bytes == nil && !carrying.isEmpty)
        #expect(try carrying.decoded(as: LocationMessage.self) == written.decoded(as: LocationMessage.self))
    }

    @Test func `what is kept of a message takes no more memory than its bytes, and writes them later`() {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1000)
        bytes += Array("{}".utf8)
        let message = Message(topic: "tagalong/sam/keys/rules", payload: bytes, retained: true)
        #expect(message.compact == message && message.compact.retained)
        #expect(message.compact.bytes?.capacity ?? 1000 < 100)
        #expect(message.writer() == Array("{}".utf8))
        let carrying = Message(topic: "owntracks/sam/phone", carrying: location)
        #expect(carrying.compact.bytes == nil && carrying.writer() == location.encoded())
    }

    @Test func `who reads something else of it reads the bytes`() throws {
        let carrying = Message(topic: "owntracks/sam/phone", carrying: location)
        #expect(throws: MessageError.self) { try carrying.decoded(as: Availability.self) }
        #expect(throws: MessageError.self) { try carrying.decoded(as: DesiredState.self) }
    }

    @Test func `what is kept with keys of others has none in a value`() throws {
        let desired = DesiredState(version: 3, power: .off)
        let carrying = Message(topic: "tagalong/sam/keys/desired", carrying: desired)
        #expect(try carrying.decoded(as: Kept<DesiredState>.self) == Kept(desired))
        #expect(try carrying.decoded(as: DesiredState.self) == desired)
    }

    @Test func `what is carried with the keys of others is read without them, too`() throws {
        let desired = DesiredState(version: 3, power: .off)
        let extra = try [ExtraKey(name: "colour", json: Array("1".utf8))]
        let carrying = Message(topic: "tagalong/sam/keys/desired", carrying: Kept(desired, extra: extra))
        #expect(try carrying.decoded(as: DesiredState.self) == desired)
        #expect(try carrying.decoded(as: Kept<DesiredState>.self).extra == extra)
    }

    @Test func `what a topic is about is read once, for those who lay topics out in the same way`() {
        let topics = Topics()
        var message = Message(topic: "owntracks/sam/phone", carrying: location)
        message.reading = TopicReading(message.topic, topics)
        #expect(topics.parse(message) == topics.parse(message.topic) && topics.parse(message) != nil)
        #expect(Topics(positions: "elsewhere").parse(message) == nil)
        message.topic = "tagalong/sam/keys/state"
        #expect(message.reading == nil && topics.parse(message) == topics.parse(message.topic))
    }

    @Test func `a payload that is set takes the place of a value`() {
        var message = Message(topic: "owntracks/sam/phone", carrying: location)
        message.payload = []
        #expect(message.isEmpty && message.bytes == [])
        #expect(throws: MessageError.self) { try message.decoded(as: LocationMessage.self) }
    }
}
