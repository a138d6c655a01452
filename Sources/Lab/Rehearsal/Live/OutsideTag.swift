import Air
import Firmware
import Simulation
public import Tracking

/// What becomes of a tracker whose Bluetooth leads outside, for whoever looks on.
public enum TagNews: Hashable, Sendable {
    /// It has an owner, or none any more.
    case bound(DeviceID?)
    case mode(Mode)
    case ringing(Bool)
    /// Somebody presses its button.
    case pressed
    /// Its owner has come near, or has gone away; of tags of other makes only.
    case owner(isNear: Bool)
    /// What is left in its battery, in per cent.
    case battery(Int)
}

/// A tracker or a tag of another make of the simulated world that centrals outside can connect to.
struct OutsideTag {
    let index: Int
    /// What answers for a tracker's attributes; a tag of another make answers itself.
    let server: TrackerServer?
    let tell: @Sendable (TagNews) -> Void
    private var bound: DeviceID?
    private var mode = Mode.off
    private var isRinging = false
    private var isNearOwner = true
    private var battery = 100

    init(index: Int, server: TrackerServer?, world: World, tell: @escaping @Sendable (TagNews) -> Void) {
        self.index = index
        self.server = server
        self.tell = tell
        bound = Self.binding(index, world)
    }

    mutating func update(_ world: World) {
        let charge = Int(world.battery(ofTracker: index).rounded(.up))
        if charge != battery { tell(.battery(charge)) }
        battery = charge
        guard server != nil else { return noteOwner(world) }
        let truth = world.truth(ofTracker: index)
        let binding = Self.binding(index, world)
        if binding != bound { tell(.bound(binding)) }
        if truth.mode != mode { tell(.mode(truth.mode)) }
        if truth.isRinging != isRinging { tell(.ringing(truth.isRinging)) }
        bound = binding
        mode = truth.mode
        isRinging = truth.isRinging
    }

    private mutating func noteOwner(_ world: World) {
        let nearness = world.isNearOwner(index)
        if nearness != isNearOwner { tell(.owner(isNear: nearness)) }
        isNearOwner = nearness
    }

    private static func binding(_ index: Int, _ world: World) -> DeviceID? {
        world.firmware(ofTracker: index).owner == nil ? nil : world.id(ofTracker: index)
    }
}
