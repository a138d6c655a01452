internal import JSON
public import Tracking

/// What Home Assistant is told of an item, so that it shows it as one device: its device discovery.
///
/// Source: Home Assistant's documentation of the MQTT integration, "device discovery".
public struct DiscoveryMessage: Hashable, Sendable {
    public var device: DeviceID
    /// What the thing is called.
    public var item: String
    /// What the tracker says it is; nil before it has said so.
    public var model: String?
    public var firmware: String?
    /// Whether its button is told of when somebody presses it.
    public var hasButton: Bool
    /// Whether its tracker can be told something: one that speaks no more than OwnTracks reads nothing.
    public var isControllable: Bool
    /// Its photo, where the broker keeps it; nil for none.
    public var photo: Photo?
    /// Whether gateways tell in which room things are.
    public var hasRoom: Bool
    /// The version of the program that says all this.
    public var version: String
    /// The item's page; nil for none.
    public var link: String?

    public init(
        device: DeviceID,
        item: String,
        model: String? = nil,
        firmware: String? = nil,
        hasButton: Bool = false,
        isControllable: Bool = true,
        photo: Photo? = nil,
        hasRoom: Bool = false,
        version: String,
        link: String? = nil
    ) {
        (self.device, self.item, self.model, self.firmware) = (device, item, model, firmware)
        (self.hasButton, self.photo, self.hasRoom) = (hasButton, photo, hasRoom)
        (self.isControllable, self.version, self.link) = (isControllable, version, link)
    }

    /// Which photo the broker keeps.
    public struct Photo: Hashable, Sendable {
        /// The media type, such as `image/jpeg`.
        public var type: String
        /// When it was set.
        public var updated: Timestamp

        public init(type: String, updated: Timestamp) { (self.type, self.updated) = (type, updated) }
    }

    /// The retained message that says it.
    public func message(_ topics: Topics) -> Message {
        Message(
            topic: topics.homeAssistantConfig(device),
            payload: DiscoveryParts(message: self, topics: topics).document.encoded(),
            retained: true
        )
    }
}
