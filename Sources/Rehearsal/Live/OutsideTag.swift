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
}

/// A tracker of the simulated world that centrals outside can connect to.
struct OutsideTag {
    /// Its place in the world.
    let index: Int
    let server: TrackerServer
    let tell: @Sendable (TagNews) -> Void
    private var bound: DeviceID?
    private var mode = Mode.off
    private var isRinging = false

    init(index: Int, server: TrackerServer, world: World, tell: @escaping @Sendable (TagNews) -> Void) {
        self.index = index
        self.server = server
        self.tell = tell
        bound = Self.binding(index, world)
    }

    /// Tells those who look on what is new.
    mutating func note(_ world: World) {
        let truth = world.truth(ofTracker: index)
        let binding = Self.binding(index, world)
        if binding != bound { tell(.bound(binding)) }
        if truth.mode != mode { tell(.mode(truth.mode)) }
        if truth.isRinging != isRinging { tell(.ringing(truth.isRinging)) }
        (bound, mode, isRinging) = (binding, truth.mode, truth.isRinging)
    }

    private static func binding(_ index: Int, _ world: World) -> DeviceID? {
        world.firmware(ofTracker: index).owner == nil ? nil : world.id(ofTracker: index)
    }
}
