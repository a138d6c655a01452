import Firmware
import Simulation
public import Tracking

/// What a tracker keeps without power, so that another run goes on with it.
extension LiveRehearsal {
    /// Gives a tracker, by its place in the scenario, back what it kept from an earlier run; before it is taken
    /// outside.
    public func restore(_ index: Int, _ registration: Registration, _ desired: DesiredState) {
        trackerOf[world.id(ofTracker: index)] = nil
        world.restore(index, registration, desired)
        trackerOf[world.id(ofTracker: index)] = index
        observer = Self.observer(configuration, world)
    }

    /// By what a tracker is bound, and what it was told last.
    public func memory(of index: Int) -> (registration: Registration?, desired: DesiredState) {
        let firmware = world.firmware(ofTracker: index)
        return (firmware.registration, firmware.desired)
    }

    /// Whether a tracker has an owner.
    public func isBound(_ index: Int) -> Bool { world.firmware(ofTracker: index).owner != nil }
}
