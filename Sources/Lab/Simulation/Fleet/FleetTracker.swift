import Firmware
import Messages
import Tracking

/// A tracker of a fleet: our firmware, which knows its modem and its satellites only.
struct FleetTracker: Sendable {
    var firmware: Firmware
    /// How it goes about; nil where it rides with a vehicle, or with none.
    var wander: FleetWander?
    var leg: FleetLeg?
    /// The battery at the start, in per cent.
    let charge: Double
    /// Whether its modem was switched on.
    var wantsLink = false
    /// Whether the firmware was told of a link.
    var isLinked = false
    /// Whether it waits for its connection, or for room on it.
    var isWaiting = false
    /// Whether it has said that it is there.
    var isOnline = false
    /// Whether it is on its way: it reports.
    var isOut = false
    /// Tells the turns of this trip from those of earlier ones.
    var trip: UInt32 = 0

    init(_ plan: FleetPlan, _ number: Int, boot: UInt32, moves: Bool) {
        let id = plan.device(number)
        firmware = Firmware(
            parameters: FirmwareParameters(
                ringCapacity: plan.ring,
                // Below, MQTT sends again what is not acknowledged.
                resendAfter: 1 << 60,
                // One position at a time is on its way: what waits, waits here.
                window: 1
            ),
            owner: id.owner,
            desired: Self.desired(plan, number, boot: boot),
            boot: boot
        )
        var draws = SplitMix(seed: plan.seed, stream: "charge/\(number)")
        charge = 40 + 60 * draws.unit()
        if moves { wander = FleetWander(seed: plan.seed, tracker: number, origin: plan.origin) }
    }

    /// What its owner wants of it; the version rises from run to run, as brokers remember.
    static func desired(_ plan: FleetPlan, _ number: Int, boot: UInt32) -> DesiredState {
        DesiredState(version: Int(boot) + 1, reportEvery: plan.interval, item: try? ItemName("\(plan.name) \(number)"))
    }

    /// Whether it has an owner: an owner may have let it go.
    var isOwned: Bool { firmware.owner != nil }

    /// Whether a position is on its way to the broker.
    var isSending: Bool { firmware.ring.count > firmware.ring.unsent }

    /// The charge after some seconds: a full battery lasts five days, as of a simulated item, and is charged at 20 %.
    func battery(after seconds: Double) -> Int {
        let gone = (100 - charge) / 80 + max(0, seconds) / 432_000
        return Int((100 - 80 * (gone - gone.rounded(.down))).rounded(.up))
    }

    /// Where it is, milliseconds after the start.
    func place(at elapsed: Int64) -> FleetPosition? {
        wander?.position(at: Double(elapsed) / 1000) ?? leg?.position(at: elapsed)
    }
}
