public import Air
import Firmware
public import Simulation
public import Tracking

// A tracker whose Bluetooth leads out of the simulated world, as onto a real adapter, and what it keeps without power.

extension LiveRehearsal {
    /// Leads a tracker's Bluetooth outside before the run, at a power in dBm, and answers with what centrals find when
    /// they connect; `tell` is told of what becomes of it.
    public func takeOutside(
        _ index: Int = 0, number: TrackerNumber, txPower: Int8 = 0, tell: @escaping @Sendable (TagNews) -> Void
    ) -> TrackerServer {
        world.setOutside(index)
        let view = TrackerView(world.firmware(ofTracker: index))
        let server = TrackerServer(number: number, txPower: txPower, view: view) { [weak self] event in
            await self?.happen(event, to: index) ?? view
        }
        tags[index] = OutsideTag(index: index, server: server, world: world, tell: tell)
        return server
    }

    /// Leads the Bluetooth of a tag of another make outside before the run, which answers for itself.
    public func takeTagOutside(_ index: Int, tell: @escaping @Sendable (TagNews) -> Void) {
        world.setOutside(index)
        tags[index] = OutsideTag(index: index, server: nil, world: world, tell: tell)
    }

    /// How each tracker outside is received where a gateway of the scenario stands; those out of reach are missing.
    public func receptions(atGateway gateway: Int = 0) -> [Int: TagReception] {
        tags.compactMapValues { world.reception(ofTracker: $0.index, atGateway: gateway) }
    }

    /// Metres from a gateway to each of the first gateways; nil for those that there are not.
    public func distances(fromGateway gateway: Int, toFirst count: Int) -> [Double?] {
        (0..<count).map { world.distance(fromGateway: gateway, to: $0) }
    }

    func lookOutside() async {
        for index in tags.keys.sorted() {
            tags[index]?.update(world)
            await tags[index]?.server?.update(TrackerView(world.firmware(ofTracker: index)))
        }
    }

    /// A central brings something about: at once, not with the next step.
    private func happen(_ event: FirmwareEvent, to index: Int) async -> TrackerView {
        world.happen(event, to: index)
        tags[index]?.update(world)
        await passOn()
        return TrackerView(world.firmware(ofTracker: index))
    }
}

extension LiveRehearsal {
    /// Gives a tracker back what it kept from an earlier run, before it is taken outside: by what it is bound, and what
    /// it was told last.
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
