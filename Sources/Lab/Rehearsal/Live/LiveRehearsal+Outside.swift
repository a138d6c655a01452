public import Air
import Firmware
public import Simulation
public import Tracking

/// A tracker whose Bluetooth leads out of the simulated world, as onto a real adapter.
extension LiveRehearsal {
    /// Leads a tracker's Bluetooth outside; before the run.
    ///
    /// - Parameters:
    ///   - index: Which one, in the scenario's order.
    ///   - number: Its own number.
    ///   - txPower: At what power it is sent, in dBm.
    ///   - tell: Told of what becomes of it.
    /// - Returns: What centrals find when they connect.
    public func takeOutside(
        _ index: Int = 0,
        number: TrackerNumber,
        txPower: Int8 = 0,
        tell: @escaping @Sendable (TagNews) -> Void
    ) -> TrackerServer {
        world.setOutside(index)
        let view = TrackerView(world.firmware(ofTracker: index))
        let server = TrackerServer(number: number, txPower: txPower, view: view) { [weak self] event in
            await self?.happen(event, to: index) ?? view
        }
        tags[index] = OutsideTag(index: index, server: server, world: world, tell: tell)
        return server
    }

    /// Leads the Bluetooth of a tag of another make outside, which answers for itself; before the run.
    ///
    /// - Parameters:
    ///   - index: Which one, in the scenario's order.
    ///   - tell: Told of what happens to it.
    public func takeTagOutside(_ index: Int, tell: @escaping @Sendable (TagNews) -> Void) {
        world.setOutside(index)
        tags[index] = OutsideTag(index: index, server: nil, world: world, tell: tell)
    }

    /// How each tracker outside is received where a gateway of the scenario stands; those out of reach are missing.
    public func receptions(atGateway gateway: Int = 0) -> [Int: TagReception] {
        tags.compactMapValues { world.reception(ofTracker: $0.index, atGateway: gateway) }
    }

    /// Tells those outside what is new after a step.
    func lookOutside() async {
        for index in tags.keys.sorted() {
            tags[index]?.note(world)
            await tags[index]?.server?.update(TrackerView(world.firmware(ofTracker: index)))
        }
    }

    /// A central brings something about: at once, not with the next step.
    private func happen(_ event: FirmwareEvent, to index: Int) async -> TrackerView {
        world.happen(event, to: index)
        tags[index]?.note(world)
        await passOn()
        return TrackerView(world.firmware(ofTracker: index))
    }
}
