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
    private var track = OwnerTrack()
    private let gateway: Name
    private let model: ReceptionModel

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
        let reception = Reception(
            time: now,
            strength: moment.strength,
            samples: moment.strength == nil ? 0 : 1,
            expected: 1
        )
        _ = watch.heard(reception, by: gateway, model: model, at: .carried, owner: track, now: now)
        if let item = moment.item { _ = watch.located(item, owner: track, now: now) }
        return watch.engine.level ?? .none
    }
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
        level = distance > thresholds.critical ? .critical : distance > thresholds.warning ? .warning : .none
        return level
    }
}
