public import Bluetooth
public import Messages
public import Tracking

extension GatewayCore {
    /// What a gateway is told once.
    public struct Configuration: Sendable {
        public var id: Name
        public var trackers: [DeviceID]
        /// Those of them that know no owner whom they could forget: tags of other makes; unused with a registry.
        public var ownerless: Set<DeviceID> = []
        public var topics: Topics
        public var phones: PhoneChoice
        public var pathLoss: PathLoss
        /// The owner in whose pocket the gateway is; nil for nobody.
        public var carrier: Name?
        /// Where the gateway stands, when nobody carries it; nil for not told.
        public var place: Coordinate?
        /// What people call the room where it stands; nil for not told.
        public var room: ItemName?
        /// The formats of other programs that it publishes, and reads.
        public var formats: ForeignFormats
        /// Milliseconds between two proximity messages of a tracker that is heard.
        public var proximityEvery: Int64
        /// Milliseconds between two references to a tracker in cellular mode.
        public var referenceEvery: Int64
        /// Whether the tags come from a registry while it runs, and other gateways may hear them too.
        public var usesRegistry: Bool
        /// Milliseconds for which a command waits for a tracker that is not linked.
        public var commandsWait: Int64

        public init(
            id: Name,
            trackers: [DeviceID],
            topics: Topics = Topics(),
            phones: PhoneChoice = PhoneChoice(),
            pathLoss: PathLoss = PathLoss(),
            carrier: Name? = nil,
            place: Coordinate? = nil,
            proximityEvery: Int64 = 1000,
            referenceEvery: Int64 = 60_000,
            usesRegistry: Bool = false,
            commandsWait: Int64 = 300_000,
            room: ItemName? = nil,
            formats: ForeignFormats = ForeignFormats()
        ) {
            self.id = id
            self.trackers = trackers
            self.topics = topics
            self.phones = phones
            self.pathLoss = pathLoss
            (self.carrier, self.place) = (carrier, place)
            self.proximityEvery = proximityEvery
            self.referenceEvery = referenceEvery
            self.usesRegistry = usesRegistry
            self.commandsWait = commandsWait
            (self.room, self.formats) = (room, formats)
        }
    }
}
