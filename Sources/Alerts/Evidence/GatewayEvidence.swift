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
    private var unheard: Cells

    /// For so many seconds a reception says where the item is now.
    public static let freshness = 60.0

    init(gateway: Name, standing: GatewayStanding, model: ReceptionModel) {
        (self.gateway, self.standing) = (gateway, standing)
        filter = RangeFilter(model: model, motion: standing == .carried ? .carried : .fixed)
        unheard = filter.distribution.weights
    }

    /// Takes in a reception; false for one that is older than the last.
    mutating func observe(_ reception: Reception, at standing: GatewayStanding, model: ReceptionModel) -> Bool {
        if let last, reception.time <= last.time { return false }
        // Another model: the tag was calibrated, and what was learnt by the old one is wrong.
        if filter.model != model {
            filter = RangeFilter(model: model, motion: standing == .carried ? .carried : .fixed)
            unheard = filter.distribution.weights
        }
        filter.observe(reception)
        (last, self.standing, isBlind) = (reception, standing, false)
        if reception.samples > 0 {
            (heard, silentSince) = (reception.time, nil)
        } else if silentSince == nil {
            silentSince = reception.time
        }
        return true
    }

    /// The item's link to the gateway carried something.
    mutating func linked(at time: Timestamp) { linked = max(linked ?? time, time) }

    /// The gateway hears nothing any more: what it knew stands, and its silence says nothing.
    mutating func becomeBlind() { isBlind = true }

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
    public func tellsDistance(owner: OwnerPosition?) -> Bool {
        switch standing {
        case .carried: true
        case .unknown: false
        case .placed: owner.map { $0.gap <= Self.freshness } ?? false
        }
    }

    /// How likely what was received by a moment is for each distance between the item and its owner; nil when it says
    /// nothing of it.
    func likelihood(owner: OwnerPosition?, at time: Timestamp) -> Cells? {
        guard tellsDistance(owner: owner) else { return nil }
        var near = Cells(repeating: 1)
        if isFresh(at: time) { near = distribution.weights.divided(by: unheard) }
        if isLinked(at: time) { near = near * Link.likelihood(filter.model) }
        guard case .placed(let place) = standing else { return near }
        return owner.map { PlacedReception.likelihood(near, from: place, owner: $0) }
    }
}

/// A link that carries something: both sides are within reach of each other.
enum Link {
    /// How likely a link is for each range of distance.
    static func likelihood(_ model: ReceptionModel) -> Cells {
        let doubt = (model.biasSigma * model.biasSigma + model.shadowSigma * model.shadowSigma).squareRoot()
        var likelihood = Cells()
        for index in 0..<64 {
            let margin = model.strength(at: DistanceDistribution.middle(index)) - model.sensitivity
            likelihood[index] = Float(1 / (1 + exp(-1.7 * margin / max(1, doubt)))) + 1e-4
        }
        return likelihood
    }
}

extension Cells {
    /// Each number divided by another one.
    fileprivate func divided(by other: Cells) -> Cells {
        var result = self
        for index in 0..<8 { result.blocks[index] /= other.blocks[index] }
        return result
    }
}
