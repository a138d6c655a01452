import Air
import HostStack
import Rehearsal
import Tracking

/// Writes down what the trackers of a run keep, whenever that has changed.
actor TagMemoryRegistry {
    private let file: TagMemoryFile?
    /// Those of other scenarios' trackers too: a file may serve several.
    private var memories: [TrackerNumber: TagMemory]

    /// The memory in a file; without one, nothing is kept.
    init(path: String?) throws(CommandFailure) {
        file = path.map { TagMemoryFile(path: $0) }
        memories = try file?.read() ?? [:]
        try file?.checkDirectory()
    }

    /// What a tracker has kept from an earlier run.
    func memory(of number: TrackerNumber) -> TagMemory? { memories[number] }

    /// Writes the file if there is something new: our trackers by their places, with firmware and host stacks.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    func save(_ trackers: [Int: TrackerNumber], _ rehearsal: LiveRehearsal, _ adapters: VirtualAdapters) async throws {
        guard let file else { return }
        let medium = await adapters.medium
        var changed = memories
        for (index, number) in trackers {
            guard let host = (medium.peer(of: TagID(index)) as? HostedTag)?.host else { continue }
            let (registration, desired) = await rehearsal.memory(of: index)
            let memory = TagMemory(
                registration: registration, desired: desired, bonds: host.bonds.bonds, identityKey: host.identityKey
            )
            changed[number] = memory.isEmpty ? nil : memory
        }
        guard changed != memories else { return }
        try file.write(changed)
        memories = changed
    }
}
