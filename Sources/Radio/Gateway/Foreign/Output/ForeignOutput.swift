import Bluetooth
import Messages
import Tracking

/// What a gateway publishes of the tags that it hears in the formats of other programs.
///
/// At most so many messages a second; what is beyond is lost, as on the air.
struct ForeignOutput: Sendable {
    private var espresense: ESPresenseOutput?
    private var roomAssistant: RoomAssistantOutput?
    private var theengs: TheengsOutput?
    /// How many messages may go out before the next tick.
    private var allowance = ForeignOutput.mostMessages

    /// A second, over all formats.
    static let mostMessages = 100

    /// The output in some formats; nil for none.
    init?(_ formats: Set<ForeignFormat>, gateway: Name, room: ItemName?) {
        guard !formats.isEmpty else { return nil }
        let named = room?.text ?? gateway.text
        if formats.contains(.espresense) { espresense = ESPresenseOutput(gateway: gateway, room: named) }
        if formats.contains(.roomAssistant) { roomAssistant = RoomAssistantOutput(instance: named) }
        if formats.contains(.theengs) { theengs = TheengsOutput(gateway: gateway, room: room?.text) }
    }

    /// Takes in a report of a tag, in dBm.
    mutating func heard(_ tag: TagSighting, rssi: Int, at now: Timestamp) -> [Message] {
        guard MeasuredStrength.dBm(rssi) != nil, tag.isLasting, allowance > 0 else { return [] }
        var messages: [Message] = []
        if let message = espresense?.heard(tag, rssi: rssi, at: now) { messages.append(message) }
        if let message = roomAssistant?.heard(tag, rssi: rssi, at: now) { messages.append(message) }
        messages += theengs?.heard(tag, rssi: rssi, at: now) ?? []
        allowance -= messages.count
        return messages
    }

    /// Lets a second pass.
    mutating func tick(at now: Timestamp) -> [Message] {
        allowance = Self.mostMessages
        var messages: [Message] = []
        if let message = espresense?.tick(at: now) { messages.append(message) }
        messages += roomAssistant?.tick(at: now) ?? []
        theengs?.tick(at: now)
        return messages
    }

    /// The messages that say whether the gateway is there.
    func state(_ availability: Availability) -> [Message] {
        [espresense?.state(availability), theengs?.state(availability)].compactMap(\.self)
    }
}
