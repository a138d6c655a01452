import Alerts
import Ranging
import TestSupport
import Tracking

/// An item and its owner on the bench: evidence goes in by hand.
struct AlertBench {
    let keys: DeviceID
    let phone: Name
    let origin: Coordinate
    var watch: ItemWatch
    var track = PositionTrack()
    var changes: [AlertChange] = []

    init(_ policy: AlertPolicy = .standard) throws {
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        phone = try Name("phone")
        origin = try Coordinate(latitude: 46, longitude: 14)
        watch = ItemWatch(device: keys, policy: policy)
    }

    func fix(_ seconds: Double, north: Double, accuracy: Double) -> Fix {
        Fix(
            coordinate: origin.offset(north: north, east: 0),
            time: Timestamp(seconds: seconds),
            accuracy: accuracy
        )
    }

    /// Both sides are located, so many metres apart.
    mutating func locate(_ seconds: Double, apart: Double, accuracy: Double = 4) {
        let now = Timestamp(seconds: seconds)
        track.insert(fix(seconds, north: 0, accuracy: accuracy))
        changes += [watch.ownerMoved(track, now: now)].compactMap(\.self)
        let own = fix(seconds, north: apart, accuracy: accuracy)
        changes += [watch.located(own, owner: track, now: now)].compactMap(\.self)
    }

    /// The gateway in the owner's pocket, or elsewhere, hears the item so strongly; nil for not at all.
    mutating func hear(
        _ seconds: Double,
        _ strength: Double?,
        at standing: GatewayStanding = .carried,
        expected: Int = 5
    ) {
        let time = Timestamp(seconds: seconds)
        let samples = strength == nil ? 0 : expected
        hear(Reception(time: time, strength: strength, samples: samples, expected: expected), at: standing)
    }

    /// The gateway in the owner's pocket, or elsewhere, tells of such a reception.
    mutating func hear(_ reception: Reception, at standing: GatewayStanding = .carried) {
        let change = watch.heard(
            reception,
            by: phone,
            model: ReceptionModel(biasSigma: 2),
            at: standing,
            owner: track,
            now: reception.time
        )
        changes += [change].compactMap(\.self)
    }

    /// Receptions each five seconds within a time, all of one strength.
    mutating func hear(_ range: Range<Int>, _ strength: Double?, at standing: GatewayStanding = .carried) {
        for seconds in stride(from: range.lowerBound, to: range.upperBound, by: 5) {
            hear(Double(seconds), strength, at: standing)
        }
    }

    func level(_ seconds: Double) -> Level { watch.level(at: Timestamp(seconds: seconds)) }
}
