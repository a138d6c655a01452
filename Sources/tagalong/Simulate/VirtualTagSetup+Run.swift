import Air
import HostStack
import Rehearsal
import Simulation
import Tracking

/// What goes on while the tags are before their adapters.
extension VirtualTagSetup {
    /// What has become of a tag in its world.
    struct Happening: Sendable {
        let tag: TagID
        let news: TagNews
    }

    static func pass(_ happening: Happening, to adapters: VirtualAdapters) async {
        let tag = happening.tag
        let event: TagEvent
        switch happening.news {
        case .bound(let device): return await bind(tag, device != nil, adapters)
        case .pressed: event = .pressed
        case .owner(let isNear): event = .owner(isNear: isNear)
        case .battery(let percent): event = .battery(percent)
        case .mode, .ringing: return
        }
        await adapters.change { $0.happen(event, to: tag) }
    }

    /// Only a free tag takes another bond, and a freed one forgets those it had.
    static func bind(_ tag: TagID, _ isBound: Bool, _ adapters: VirtualAdapters) async {
        // The central is to hear first that it is done.
        if !isBound { try? await Task.sleep(for: .seconds(3)) }
        await adapters.change { medium in
            medium.changeHost(of: tag) { hosted, now in
                hosted.host.acceptsPairing = !isBound
                if !isBound { hosted.host.bonds.removeAll() }
                return hosted.handle(TagEvent.owned(isBound), at: now)
            }
        }
    }

    func serve(_ tag: VirtualTag, _ lines: TagLines, _ adapters: VirtualAdapters) async {
        let person = TagPerson(isAsked: options.pairing == .ask)
        await tag.run(on: adapters) { number in
            await person.confirms(number, shownBy: tag.address.address)
        } look: { event in
            lines.show(event)
        }
    }

    /// The adapter is there while the world moves, and each tag is as strong as the world has it.
    func run(
        _ rehearsal: LiveRehearsal,
        _ air: VirtualAir,
        _ scenario: Scenario,
        _ adapters: VirtualAdapters,
        keep: @escaping @Sendable () async throws -> Void
    ) async throws -> RunReport? {
        let (steps, step) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: RunReport?.self) { group in
            group.addTask {
                defer { step.finish() }
                do { return try await rehearsal.run { _ in step.yield() } } catch let error as LiveRehearsal.Unreachable
                {
                    throw choice?.unreachable(because: error.description) ?? error
                }
            }
            group.addTask {
                var isOpen = false
                var told = Duration.zero
                for await _ in steps {
                    let receptions = await receptions(rehearsal)
                    let distances = await distances(rehearsal)
                    await adapters.change { medium in
                        guard var propagation = medium.propagation as? StationPropagation else { return }
                        propagation.move(receptions, adapters: distances)
                        medium.propagation = propagation
                    }
                    // Before its first step no tracker is switched on.
                    if !isOpen { try await open(adapters, air, scenario, receptions) }
                    isOpen = true
                    try await keep()
                    told = tell(await adapters.standstill, after: told)
                }
                return nil
            }
            defer { group.cancelAll() }
            var report: RunReport?
            // Either's failure ends both.
            while let result = try await group.next() { report = result ?? report }
            return report
        }
    }

    /// Says that this machine does not keep up, at first, and whenever it has become twice as much; returns what was said.
    private func tell(_ standstill: Duration, after told: Duration) -> Duration {
        guard standstill >= max(.seconds(2), told * 2) else { return told }
        let seconds = Int(standstill.components.seconds)
        let line = "the air has stood still for \(seconds) s so far: this machine is too slow for it, or was stopped\n"
        if !isQuiet { try? Output.error.write(line) }
        return standstill
    }

    /// How each tag is received at each adapter.
    private func receptions(_ rehearsal: LiveRehearsal) async -> [[Int: TagReception]] {
        var receptions: [[Int: TagReception]] = []
        for gateway in 0..<options.adapters { receptions.append(await rehearsal.receptions(atGateway: gateway)) }
        return receptions
    }

    /// How far each adapter is from each other.
    private func distances(_ rehearsal: LiveRehearsal) async -> [[Double?]] {
        var distances: [[Double?]] = []
        for gateway in 0..<options.adapters {
            distances.append(await rehearsal.distances(fromGateway: gateway, toFirst: options.adapters))
        }
        return distances
    }

    private func open(
        _ adapters: VirtualAdapters, _ air: VirtualAir, _ scenario: Scenario, _ receptions: [[Int: TagReception]]
    ) async throws {
        let names: [String]
        do {
            if let socket {
                names = try await adapters.listen(path: socket)
            } else {
                names = try await adapters.open().map { "hci\($0)" }
            }
        } catch { throw CommandFailure(.unreachable, "\(error)") }
        for (index, (tag, tracker)) in zip(air.tags, scenario.trackers).enumerated() {
            let lines = TagLines(isQuiet: isQuiet, name: tracker.id.text)
            for (name, receptions) in zip(names, receptions) {
                let strength = receptions[index].map { "\($0.radio.rssi(at: $0.distance)) dBm" } ?? "out of range"
                lines.placed(tag.address, before: name, strength)
            }
        }
    }
}
