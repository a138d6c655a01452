import Air
import Cryptography
import Keys
import Simulation
import Tracking

/// Tags of a scenario with a key of their owner: `--key`.
extension VirtualTagSetup {
    /// What a tag with a key has on the air from now on; nil for one without a key.
    ///
    /// - Throws: ``CommandFailure`` for a file without such a key.
    func keyed(
        _ tracker: Scenario.Tracker, _ kind: TagKind, _ number: TrackerNumber, at now: Timestamp
    ) throws -> VirtualAir.Cast? {
        guard let choice = options.keys.last(where: { $0.tracker == tracker.id }) else { return nil }
        let key = try TagKeyFile(path: choice.path).key(of: nil)
        let policy = OwnerProximity.Policy(tracker.device)
        let curve: EphemeralCurve = options.form(of: tracker) == nil ? .secp160r1 : .secp256r1
        guard let keyed = kind.tag(key: key, number: number.value, policy: policy, curve: curve, at: now) else {
            let expected =
                switch kind {
                case .findMy: "an accessory of Find My or an identity resolving key"
                case .fmdn: "an identity key of Find Hub or an identity resolving key"
                case .itag, .ibeacon, .eddystone, .dult: "an identity resolving key"
                }
            throw CommandFailure(.badInput, "\(choice.path): expected \(expected) for '\(kind.rawValue)'")
        }
        return .keyed(kind, number, keyed)
    }

    /// The tags with keys.
    static func keyed(_ casts: [VirtualAir.Cast]) -> [TagID] {
        casts.indices.compactMap { if case .keyed = casts[$0] { TagID($0) } else { nil } }
    }

    /// Sets the clocks of tags on whenever that of this machine is set on, until the task is cancelled: tag and gateway go
    /// by the same time, and a day can pass in minutes.
    static func follow(_ clock: any UTCClock, _ tags: [TagID], _ adapters: VirtualAdapters) async {
        let steady = SuspendingClock()
        var last = (shown: clock.now, moment: steady.now)
        while (try? await steady.sleep(for: .milliseconds(100))) != nil {
            let now = (shown: clock.now, moment: steady.now)
            let leap = last.shown.duration(to: now.shown) - last.moment.duration(to: now.moment)
            last = now
            // Less than that is the clock's own correction, or a pause between the two readings.
            guard leap > .seconds(1) else { continue }
            await adapters.change { medium in
                for tag in tags { medium.changeHost(of: tag) { $0.setClock(on: leap, at: $1) } }
            }
        }
    }

    /// Says which keys and forms of advertising are for no tag of a scenario.
    func checkChoices(in scenario: Scenario) throws(CommandFailure) {
        let hubs = scenario.trackers.filter { $0.kind == .fmdn }.map(\.id)
        if let wrong = options.extended.first(where: { !hubs.contains($0.tracker) }) {
            let message = "--extended: no tag '\(wrong.tracker)' with device fmdn is in the scenario"
            throw CommandFailure(.badInput, "\(scenario.file): \(message)")
        }
        let tags = scenario.trackers.filter { $0.kind?.rotatesAddress == true }.map(\.id)
        guard let wrong = options.keys.first(where: { !tags.contains($0.tracker) }) else { return }
        let message = "--key: no tag '\(wrong.tracker)' with device find-my, fmdn or dult is in the scenario"
        throw CommandFailure(.badInput, "\(scenario.file): \(message)")
    }
}
