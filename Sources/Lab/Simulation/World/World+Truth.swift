public import Firmware
public import Messages
public import Tracking

extension World {
    /// How a tracker really is.
    public struct TrackerTruth: Sendable {
        public let id: DeviceID
        public let item: ItemName
        public let position: Coordinate
        /// Metres to the owner.
        public let distance: Double
        public let mode: Mode
        /// Per cent, 0 to 100.
        public let battery: Double
        /// Drawn since the start, in milliwatt-hours.
        public let energy: Double
        /// Days that a full battery lasts if all goes on as it went; nil where that cannot be told.
        public let batteryLife: Double?
        public let isRinging: Bool
        /// How many fixes it still keeps.
        public let waiting: Int
    }

    /// Whether anything is wrong with what is measured and sent.
    public var isNoisy: Bool { noise != nil }

    public var trackerCount: Int { trackers.count }
    public var ownerCount: Int { owners.count }
    public var gatewayCount: Int { gateways.count }

    /// How a tracker really is at this moment.
    public func truth(ofTracker index: Int) -> TrackerTruth {
        let tracker = trackers[index]
        let meter = awakeMeter(ofTracker: index)
        let (position, distance) = whereabouts(index)
        return TrackerTruth(
            id: tracker.id,
            item: tracker.itemName,
            position: position,
            distance: distance,
            mode: tracker.firmware.mode,
            battery: meter.percent,
            energy: meter.drawn,
            batteryLife: meter.forecastDays,
            isRinging: tracker.isRinging,
            waiting: tracker.firmware.ring.count
        )
    }

    /// The mode of a tracker, which is asked for at every step.
    public func mode(ofTracker index: Int) -> Mode { trackers[index].firmware.mode }

    /// How far a tracker truly is from its owner, in metres.
    public func distance(ofTracker index: Int) -> Double { whereabouts(index).distance }

    /// What runs in a tracker.
    public func firmware(ofTracker index: Int) -> Firmware { awakeFirmware(ofTracker: index) }

    public func id(ofTracker index: Int) -> DeviceID { trackers[index].id }

    /// A tracker's charge in per cent.
    public func battery(ofTracker index: Int) -> Double { awakeMeter(ofTracker: index).percent }

    public func isGatewayUp(_ index: Int) -> Bool { gateways[index].isUp }

    /// An owner's phone, and where it is.
    public func phone(ofOwner index: Int) -> (id: DeviceID, position: Coordinate) {
        (owners[index].phone, owners[index].movement.position)
    }

    public func id(ofGateway index: Int) -> Name { gateways[index].id }

    /// The owner who carries a gateway; nil for one that stays where it is.
    public func carrier(ofGateway index: Int) -> Name? { gateways[index].owner.map { owners[$0].phone.owner } }

    /// Where a gateway stands; nil for one that is carried, or rides.
    public func place(ofGateway index: Int) -> Coordinate? {
        gateways[index].owner == nil && gateways[index].vehicle == nil ? gateways[index].position : nil
    }

    /// The trackers that a gateway serves.
    public func trackers(ofGateway gateway: Int) -> [DeviceID] {
        gateways[gateway].served.map { trackers[$0].id }
    }

    /// Those of them that are tags of other makes.
    public func tags(ofGateway gateway: Int) -> [DeviceID] {
        gateways[gateway].served.filter { trackers[$0].kind != nil }.map { trackers[$0].id }
    }

    /// How a gateway takes a tracker that it serves to be received.
    public func radioModel(ofGateway gateway: Int) -> RadioModel {
        var radio = gateways[gateway].served.first.map { trackers[$0].radio } ?? RadioModel()
        if calibratedSigma != nil, let exponent = noise.flatMap({ $0[$0.surroundings].radio })?.exponent {
            radio.exponent = exponent
        }
        return radio
    }

    /// What a gateway knows of how far the power of the tags that it hears is off, in dB: nil unless they are calibrated.
    public var calibratedSigma: Double? {
        noise.flatMap { $0[$0.surroundings].radio }.flatMap { $0.isCalibrated ? $0.biasSigma : nil }
    }

    /// Whether a tracker's owner is so near that the tag could hear the owner's phone.
    public func isNearOwner(_ index: Int) -> Bool { whereabouts(index).distance <= trackers[index].radio.range }

    /// What a tracker is, when it is a tag of another make; nil for a tracker of ours.
    public func kind(ofTracker index: Int) -> TagKind? { trackers[index].kind }

    /// The session of a tracker's modem.
    public func session(ofTracker index: Int) -> BusSession { trackers[index].session(topics: topics) }

    /// The session of an owner's phone.
    public func session(ofPhone index: Int) -> BusSession {
        let phone = owners[index].phone
        return BusSession(clientID: "tagalong-\(phone.owner)-\(phone.device)", subscriptions: [], persistent: true)
    }
}
