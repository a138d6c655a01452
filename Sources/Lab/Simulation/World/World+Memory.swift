internal import Firmware
public import Tracking

extension World {
    /// Gives a tracker back what it kept from an earlier run: whose it is, by a registration that gives it its name,
    /// and what it should be; before it is on.
    public mutating func restore(_ tracker: Int, _ registration: Registration, _ desired: DesiredState) {
        let fresh = trackers[tracker].firmware
        trackers[tracker].firmware = Firmware(
            parameters: fresh.parameters,
            registration: registration,
            desired: desired,
            boot: fresh.boot
        )
        trackers[tracker].id = registration.tracker
    }
}
