internal import Tracking

/// How a tag is received where a gateway stands, for those who carry its packets one by one.
public struct TagReception: Hashable, Sendable {
    /// Metres between the two, as the signal has it: more through walls.
    public var distance: Double
    /// The tag's signal.
    public var radio: RadioModel
    /// Whether somebody carries one of the two, and may be between them.
    public var mayMeetBody: Bool
    /// What the signal suffers; nil where it is as strong as the distance has it.
    public var noise: RadioNoise.Parameters?

    public init(distance: Double, radio: RadioModel, mayMeetBody: Bool = false, noise: RadioNoise.Parameters? = nil) {
        (self.distance, self.radio, self.mayMeetBody, self.noise) = (distance, radio, mayMeetBody, noise)
    }
}

extension World {
    /// How a tracker is received at this moment where a gateway stands; nil when it is off, or out of reach.
    public func reception(ofTracker index: Int, atGateway gateway: Int) -> TagReception? {
        guard gateways.indices.contains(gateway), trackers[index].meter.percent > 0 else { return nil }
        let position = trackers[index].movement.position
        let radio = trackers[index].radio
        let metres = reach(position.distance(to: gateways[gateway].position), to: gateway)
        let distance = metres * wallFactor(index, gateway, at: position)
        var noise = trackerNoise.isEmpty ? nil : trackerNoise[index].radios.first?.parameters
        // Who carries its packets has the addresses too.
        noise?.rotateEvery = 0
        guard distance <= (noise == nil ? radio.range : Self.silence) else { return nil }
        return TagReception(distance: distance, radio: radio, mayMeetBody: mayMeetBody(index, gateway), noise: noise)
    }

    /// Metres between two antennas that are so far apart on the ground.
    ///
    /// What is on a person's body is never nearer to the phone in the pocket than the height and width of that body.
    func reach(_ distance: Double, to gateway: Int) -> Double {
        guard gateways[gateway].owner != nil else { return distance }
        return (distance * distance + Self.body * Self.body).squareRoot()
    }

    /// Half a metre, from hand to pocket; our choice.
    private static let body = 0.5

    /// Metres from which on nothing is received in a million years.
    static var silence: Double { 2000 }
}
