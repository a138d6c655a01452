import JSON
import Messages
import Tracking

/// Where Home Assistant is told of items, and where former versions told it of them.
///
/// Until 0.1 the topic had no owner in it unless two owners had a tracker of the same name. An item that stands under
/// two topics is refused by Home Assistant under the second one, and deleted with the first: nothing may be announced
/// before what the broker keeps has been heard, and what stands elsewhere is moved.
struct HomeAssistantAnnouncer: Sendable {
    private let topics: Topics
    private var writer: DiscoveryWriter
    /// What the broker keeps is not heard to its end yet; so it is before the first session, too, when what is published
    /// waits for it.
    private(set) var isHeld = true
    /// The topics of former versions under which items stand.
    private var former: [DeviceID: Set<String>] = [:]
    /// The photos that the broker keeps, as the retained configurations say, or we have told since.
    var photos: [DeviceID: DiscoveryMessage.Photo] = [:]
    /// The same, by topic.
    private var occupants: [String: DeviceID] = [:]
    /// The items that the broker kept at their own topics when the session began.
    private var kept: Set<DeviceID> = []
    /// Whether only those were heard that were known when the session was made.
    private let hearsSome: Bool

    init(_ configuration: HistoryConfiguration) {
        topics = configuration.topics
        hearsSome = configuration.share != nil
        writer = DiscoveryWriter(topics)
    }

    /// A session stands, and what the broker keeps comes next.
    mutating func hold() {
        isHeld = true
        (former, occupants, kept, photos) = ([:], [:], [], [:])
    }

    /// All that the broker keeps has been heard.
    mutating func release() { isHeld = false }

    /// Takes in what the broker keeps for Home Assistant, of those items that are for this service to tell of.
    mutating func heard(_ message: Message, where isOurs: (DeviceID) -> Bool = { _ in true }) {
        guard message.retained, message.topic.hasPrefix(topics.homeAssistantStart),
            let document = try? JSONValue(message.payload), let device = Self.device(in: document), isOurs(device)
        else { return }
        if message.topic == topics.homeAssistantConfig(device) {
            kept.insert(device)
            photos[device] = Self.photo(in: document)
            return
        }
        former[device, default: []].insert(message.topic)
        occupants[message.topic] = device
    }

    /// Whether an item stands where it is not announced any more.
    func moves(_ device: DeviceID) -> Bool { former[device] != nil }

    /// The messages that tell of an item, and move it from where it stands.
    ///
    /// Source: Home Assistant's documentation of the MQTT integration, "Migration from single component to device-based
    /// discovery": it keeps the entities of a topic that is told to be left until they are announced elsewhere.
    mutating func messages(_ announcement: DiscoveryMessage) -> [Message] {
        let topic = topics.homeAssistantConfig(announcement.device)
        // Somebody of whom nothing is known yet has to leave first, and keeps its entities until it is announced.
        let isTaken = vacate(topic)
        let left = leave(announcement.device)
        return (left + (isTaken ? [topic] : [])).map { Message(topic: $0, payload: Self.leaving) }
            + [writer.message(announcement)] + left.map(Message.emptied)
    }

    /// The messages that take off what the broker keeps of a deleted item.
    ///
    /// Home Assistant warns of each topic that is emptied without an item that it knows.
    mutating func farewell(_ device: DeviceID) -> [Message] {
        let isKept = kept.remove(device) != nil || hearsSome
        return ((isKept ? [topics.homeAssistantConfig(device)] : []) + leave(device)).map(Message.emptied)
    }

    private static let leaving = Array(#"{"migrate_discovery": true}"#.utf8)

    private mutating func leave(_ device: DeviceID) -> [String] {
        let left = (former.removeValue(forKey: device) ?? []).sorted()
        for topic in left { occupants[topic] = nil }
        return left
    }

    /// Whether an item stood under a topic, which is another's from now on.
    private mutating func vacate(_ topic: String) -> Bool {
        guard let device = occupants.removeValue(forKey: topic) else { return false }
        former[device]?.remove(topic)
        if former[device]?.isEmpty == true { former[device] = nil }
        return true
    }

    /// The photo that a device discovery of ours names; of a former version it is as old as none can be.
    private static func photo(in document: JSONValue) -> DiscoveryMessage.Photo? {
        guard let photo = document["components"]?["photo"], let type = photo["content_type"]?.text else { return nil }
        let updated = photo["updated_ms"]?.number.flatMap { Int64(exactly: $0) } ?? 0
        return DiscoveryMessage.Photo(type: type, updated: Timestamp(milliseconds: updated))
    }

    /// The tracker that a device discovery of ours is about.
    private static func device(in document: JSONValue) -> DeviceID? {
        guard let identifiers = document["device"]?["identifiers"],
            case .list(let texts) = identifiers, case .text(let identifier)? = texts.first
        else { return nil }
        let levels = identifier.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[0] == "tagalong", let owner = try? Name(levels[1]),
            let device = try? Name(levels[2])
        else { return nil }
        return DeviceID(owner: owner, device: device)
    }
}
