import API
import Simulation
import Tracking

extension SimulatedItemService {
    /// The items as the routes know them.
    nonisolated var desk: SimulatedItemDesk {
        SimulatedItemDesk(
            list: { await self.all.map(SimulatedItemDesk.Entry.init) },
            devices: { [devices] in devices.value },
            add: { (entry) async throws(SimulatedItemDesk.Refusal) in try await self.add(SimulatedItem(entry)) },
            begin: { await self.start($0) },
            leave: { (device) async throws(SimulatedItemDesk.Refusal) in try await self.leave(device) },
            stay: { await self.stay($0) },
            end: { await self.end($0) }
        )
    }
}

extension SimulatedItem {
    fileprivate init(_ entry: SimulatedItemDesk.Entry) {
        let kind: Roaming.Kind =
            switch entry.movement {
            case .stays: .stays
            case .walks: .walks
            case .leaves: .leaves
            }
        let roaming = Roaming(
            kind, around: entry.centre, radius: entry.radius, seed: entry.seed, start: entry.started
        )
        self.init(device: entry.device, name: entry.name, roaming: roaming, desired: entry.desired)
    }
}

extension SimulatedItemDesk.Entry {
    fileprivate init(_ item: SimulatedItem) {
        let movement: SimulatedItemDesk.Movement =
            switch item.roaming.kind {
            case .stays: .stays
            case .walks: .walks
            case .leaves: .leaves
            }
        self.init(
            device: item.device,
            name: item.name,
            movement: movement,
            centre: item.roaming.centre,
            radius: item.roaming.radius,
            desired: item.desired,
            seed: item.roaming.seed,
            started: item.roaming.start
        )
    }
}
