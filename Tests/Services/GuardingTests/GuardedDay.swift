import Guard
import Guarding
import Messages
import Tracking

/// Four hours at home, to work and back, with a tag that a gateway hears: what is published of it, in order.
struct GuardedDay {
    static let epoch = Timestamp(milliseconds: 1_767_571_200_000)
    static let topics = Topics()
    static let pocket = GuardedDay.name("pocket")
    static let anna = GuardedDay.name("anna")
    static let address = "C0:FF:EE:00:12:34"

    var profile: String? = "find-my"
    var separated: Bool? = true
    var carrier: Name? = anna
    var tracker: String?
    /// Minutes until which the tag has its first address.
    var rotatesAt = 1440
    /// Seconds by which the gateway's clock is wrong.
    var lag = 0

    static func name(_ text: String) -> Name {
        guard let name = try? Name(text) else { preconditionFailure("a name is expected, found \(text)") }
        return name
    }

    static func time(_ minute: Int) -> Timestamp { epoch.advanced(by: .seconds(minute * 60)) }

    var status: Message {
        let status = GatewayStatus(state: .online, carrier: carrier)
        return Message(topic: Self.topics.gatewayStatus(Self.pocket), payload: status.encoded(), retained: true)
    }

    /// What comes in a minute.
    func messages(_ minute: Int) throws -> [Message] {
        let time = Self.time(minute)
        let home = try Coordinate(latitude: 51, longitude: 0)
        let work = home.offset(north: 9000, east: 4000)
        let share = minute < 750 ? Double(minute - 480) / 30 : 1 - Double(minute - 1020) / 30
        var messages: [Message] = []
        if minute % 5 == 0 {
            let phone = DeviceID(owner: Self.anna, device: Self.name("phone"))
            let place = home.interpolated(to: work, fraction: min(1, max(0, share)))
            let location = LocationMessage(fix: Fix(coordinate: place, time: time, accuracy: 10), trackerInitials: "ph")
            messages.append(Message(topic: Self.topics.location(phone), payload: location.encoded()))
        }
        if minute >= 240 {
            let address = minute < rotatesAt ? Self.address : "D1:FF:EE:00:12:34"
            var seen = SeenMessage(
                time: time.advanced(by: .seconds(lag)), address: address, adapter: "00:1A:7D:DA:71:13"
            )
            (seen.profile, seen.isSeparated, seen.rssi, seen.tracker) = (profile, separated, -70, tracker)
            (seen.model, seen.kind) = ("Apple Find My tag", profile == "find-my" ? "airtag" : nil)
            messages.append(Message(topic: Self.topics.gatewaySeen(Self.pocket), payload: seen.encoded()))
        }
        return messages
    }

    /// Plays minutes of it to a desk, by a clock.
    @discardableResult
    func play(_ minutes: Range<Int> = 0..<1440, to desk: inout GuardDesk) throws -> [GuardNotice] {
        var notices: [GuardNotice] = []
        _ = desk.receive(status, at: Self.time(minutes.lowerBound))
        for minute in minutes {
            for message in try messages(minute) { _ = desk.receive(message, at: Self.time(minute)) }
            notices += desk.advance(to: Self.time(minute))
        }
        return notices
    }
}
