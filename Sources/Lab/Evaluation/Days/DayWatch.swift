import Alerts
import Ranging
import Tracking

/// What decides on an item's level, second by second.
protocol DayWatch: Sendable {
    /// Takes in a moment, and answers with the level after it.
    mutating func observe(_ moment: DayMoment) -> AlertLevel
}

/// Tagalong's own: all evidence in one ``ItemWatch``, as the history service does it.
struct TagalongWatch: DayWatch {
    private var watch: ItemWatch
    private var track = PositionTrack()
    private let gateway: Name
    private let model: ReceptionModel
    private var hearing = DayHearing()

    init(_ model: ReceptionModel = ReceptionModel()) throws(Name.Invalid) {
        self.model = model
        gateway = try Name("phone")
        watch = ItemWatch(device: DeviceID(owner: try Name("sam"), device: try Name("keys")))
    }

    mutating func observe(_ moment: DayMoment) -> AlertLevel {
        let now = moment.time
        if let owner = moment.owner {
            track.insert(owner)
            _ = watch.ownerMoved(track, now: now)
        }
        if let reception = hearing.told(moment) {
            _ = watch.heard(reception, by: gateway, model: model, at: .carried, owner: track, now: now)
        }
        if let item = moment.item { _ = watch.located(item, owner: track, now: now) }
        return watch.engine.level ?? .none
    }

    var interval: ClosedRange<Double>? { watch.posterior?.interval }
}

/// What a gateway tells of an item: each second what it hears, and more and more seldom that it hears nothing.
private struct DayHearing: Sendable {
    private var told = 0
    private var heard = 0

    mutating func told(_ moment: DayMoment) -> Reception? {
        let passed = moment.second - told
        if moment.strength != nil { heard = moment.second }
        let silent = moment.second - heard
        guard silent <= Self.patience, silent == 0 || passed >= (silent <= Self.soon ? 2 : 10) else { return nil }
        told = moment.second
        let samples = moment.strength == nil ? 0 : 1
        return Reception(time: moment.time, strength: moment.strength, samples: samples, expected: max(1, passed))
    }

    /// After so many seconds without anything, nothing more is told.
    private static let patience = 300
    /// After so many it is told every ten seconds.
    private static let soon = 30
}

/// A peer: its distance against the thresholds, and away once nothing was heard for as long as it waits.
struct PeerWatch: DayWatch {
    private let curve: DistanceCurve
    private var strengths: (any SeriesFilter)?
    private var distances: (any SeriesFilter)?
    private let patience: Int
    private var heard: Int?
    private var level = AlertLevel.none
    private let thresholds = Thresholds.standard

    init(_ peer: Peer) {
        curve = peer.curve(power: -59)
        strengths = peer.strengthFilter()
        distances = peer.distanceFilter()
        patience = peer.patience
    }

    mutating func observe(_ moment: DayMoment) -> AlertLevel {
        guard let strength = moment.strength else {
            if let heard, moment.second - heard > patience { level = .critical }
            return level
        }
        heard = moment.second
        let seconds = Double(moment.second)
        let smooth = strengths?.observe(strength, at: seconds) ?? strength
        let raw = curve.distance(at: smooth)
        let distance = distances?.observe(raw, at: seconds) ?? raw
        level = thresholds.level(at: distance)
        return level
    }
}

extension Thresholds {
    /// The level of a distance in metres that is known exactly.
    func level(at distance: Double) -> AlertLevel {
        distance > critical ? .critical : distance > warning ? .warning : .none
    }
}
