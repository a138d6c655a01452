import Glibc
public import Ranging
public import Tracking

/// What one gateway heard of an item, or did not hear while it listened.
public struct GatewayEvidence: Hashable, Sendable {
    public let gateway: Name
    public private(set) var standing: GatewayStanding
    /// The newest reception; nil before the first.
    public private(set) var last: Reception?
    /// When something of the item was last received.
    public private(set) var heard: Timestamp?
    /// Since when nothing has been received, though the gateway listened; nil while the item is heard.
    public private(set) var silentSince: Timestamp?
    /// When the item's link to the gateway last carried something; nil for never.
    public private(set) var linked: Timestamp?
    /// Whether the gateway hears nothing at all any more.
    public private(set) var isBlind = false
    private var filter: RangeFilter

    /// For so many seconds a reception says where the item is now.
    public static let freshness = 60.0

    init(gateway: Name, standing: GatewayStanding, model: ReceptionModel) {
        (self.gateway, self.standing) = (gateway, standing)
        filter = RangeFilter(model: model, motion: standing.motion)
    }

    /// The same, seen from whoever carries it.
    var carried: GatewayEvidence {
        var evidence = self
        evidence.standing = .carried
        return evidence
    }

    /// Takes in a reception; false for one that is older than the last.
    mutating func observe(_ reception: Reception, at standing: GatewayStanding, model: ReceptionModel) -> Bool {
        if let last, reception.time <= last.time { return false }
        // The tag was calibrated, or the gateway put somewhere else: what was learnt before is wrong.
        let isOther = filter.model != model || filter.motion != standing.motion
        if filter.motion != standing.motion { (heard, silentSince) = (nil, nil) }
        if isOther { filter = RangeFilter(model: model, motion: standing.motion) }
        filter.observe(reception)
        last = reception
        self.standing = standing
        isBlind = false
        if reception.samples > 0 {
            heard = reception.time
            silentSince = nil
        } else if silentSince == nil {
            silentSince = reception.time
        }
        return true
    }

    /// The item's link to the gateway carried something.
    mutating func linked(at time: Timestamp) { linked = max(linked ?? time, time) }

    /// The gateway hears nothing any more: what it knew stands, and its silence says nothing.
    mutating func becomeBlind() { (isBlind, silentSince) = (true, nil) }

    /// Whether it is in the owner's pocket, and would hear what is there.
    var isCarried: Bool {
        if case .carried = standing { !isBlind } else { false }
    }

    /// Whether it has listened within the last minute, so that it says how far the item is now.
    public func isFresh(at time: Timestamp) -> Bool {
        guard let last, !isBlind else { return false }
        return (time.seconds - last.time.seconds).magnitude <= Self.freshness
    }

    /// Whether the item was linked within the last minute.
    public func isLinked(at time: Timestamp) -> Bool {
        guard let linked, !isBlind else { return false }
        return (time.seconds - linked.seconds).magnitude <= Self.freshness
    }

    /// How far the item is from the gateway, as far as its receptions tell.
    public var distribution: DistanceDistribution { filter.distribution }

    /// Whether it says how far the item is from its owner.
    public func tellsDistance(owner: TrackPosition?) -> Bool {
        switch standing {
        case .carried: true
        case .with, .unknown: false
        case .placed: owner.map { $0.gap <= Self.freshness } ?? false
        }
    }

    /// Whether what it hears at a moment can be compared with where the owner is then.
    ///
    /// A gateway that stands somewhere tells where the item is; where the owner is only the phone tells. Between its
    /// reports the two have most likely moved together, so that nothing follows.
    func compares(owner: TrackPosition?, at time: Timestamp) -> Bool {
        guard case .placed(let place) = standing else { return tellsDistance(owner: owner) }
        guard let owner, let last else { return false }
        // That the item has gone from there says nothing of an owner who is not there either.
        if silentSince != nil, place.distance(to: owner.coordinate) > Self.room { return false }
        return owner.gap <= Self.sameMoment && (time.seconds - last.time.seconds).magnitude <= Self.sameMoment
    }

    /// Whether it stands somewhere, and hears the item beside it at a moment, far from where somebody is or was.
    ///
    /// An item that went along would be about as far off as the other by then.
    func keeps(from position: TrackPosition, at time: Timestamp) -> Bool {
        guard case .placed(let place) = standing, silentSince == nil, let heard,
            (time.seconds - heard.seconds).magnitude <= Self.sameMoment
        else { return false }
        return filter.distribution.quantile(0.95) < place.distance(to: position.coordinate) / 2
    }

    /// Metres from a gateway within which somebody is where it stands; our choice.
    static let room = 30.0
    /// What is told within so many seconds is of one moment: who sets out meanwhile goes a few metres; our choice.
    static let sameMoment = 4.0

    /// How likely what was received by a moment is for each distance between the item and its owner; nil when it says
    /// nothing of it.
    func likelihood(owner: TrackPosition?, at time: Timestamp) -> Cells? {
        guard compares(owner: owner, at: time) else { return nil }
        var near = Cells(repeating: 1)
        if isFresh(at: time) {
            let known = filter.distribution(at: time).weights
            let before = standing.motion.prior
            for index in 0..<8 { near.blocks[index] = known.blocks[index] / before.blocks[index] }
        }
        if isLinked(at: time) { near = near * LinkEvidence.likelihood(filter.model) }
        guard case .placed(let place) = standing else { return near }
        return owner.map { PlacedReception.likelihood(Clutter.likelihood(near), from: place, owner: $0) }
    }
}

/// A link that carries something: both sides are within reach of each other.
enum LinkEvidence {
    /// How likely a link is for each range of distance.
    static func likelihood(_ model: ReceptionModel) -> Cells {
        let doubt = (model.biasSigma * model.biasSigma + model.shadowSigma * model.shadowSigma).squareRoot()
        return Cells {
            let margin = model.strength(at: DistanceDistribution.middle($0)) - model.sensitivity
            return Float(1 / (1 + exp(-1.7 * margin / max(1, doubt)))) + 1e-4
        }
    }
}

extension GatewayStanding {
    /// How item and gateway move to each other.
    var motion: Motion {
        switch self {
        case .carried, .with: .carried
        case .placed, .unknown: .fixed
        }
    }
}

extension Motion {
    /// What is known of the distance before anything was heard.
    fileprivate var prior: Cells { self == .carried ? Fusion.prior : apart.weights }
}
