import Messages
public import Tracking

/// Commands to trackers that are not always there.
extension GatewayCore {
    private static let mostWaiting = 16

    /// Passes a command on, or keeps it until the tracker is linked; nobody waits for ever, and none is answered twice.
    public mutating func command(
        _ downlink: Downlink, to device: DeviceID, at now: Timestamp, _ actions: inout [Action]
    ) {
        guard configuration.usesRegistry, case .command(let command) = downlink else {
            return pass(downlink, to: device, &actions)
        }
        guard let state = trackers[device] else { return hold(command, for: device, at: now) }
        if command.verb == .unregister { noteUnregister(command.id, of: device) }
        // Whoever is in cellular mode reads its own topic.
        guard !isElsewhere(device), state.isLinked || state.activeMode != .cellular,
            !state.waiting.contains(where: { $0.command.id == command.id }), !state.answered.contains(command.id)
        else { return }
        if case .mute(let model) = state.kind {
            return answer(command, of: device, "this \(model) is only heard, and cannot be told anything", &actions)
        }
        if let reason = state.refusals[command.verb] { return answer(command, of: device, reason, &actions) }
        guard state.waiting.count < Self.mostWaiting else {
            return answer(command, of: device, "too many commands wait for the tracker already", &actions)
        }
        let until = Timestamp(milliseconds: now.milliseconds + configuration.commandsWait)
        trackers[device]?.waiting.append(Served.Waiting(command: command, until: until))
        actions.append(state.isLinked ? .send(downlink, to: device) : .call(device))
    }

    /// Keeps a command for a tag that is not served: it may have been registered a moment ago, and the radio is about to
    /// tell.
    private mutating func hold(_ command: Command, for device: DeviceID, at now: Timestamp) {
        let until = Timestamp(milliseconds: now.milliseconds + configuration.commandsWait)
        _ = updateUnserved(device) { state in
            state.waiting.removeAll { $0.until <= now }
            guard state.waiting.count < Self.mostWaiting else { return }
            state.waiting.append(Served.Waiting(command: command, until: until))
        }
    }

    /// Passes on what was kept for a tag before it was served.
    mutating func passOn(_ kept: [Served.Waiting], to device: DeviceID, at now: Timestamp, _ actions: inout [Action]) {
        for waiting in kept where waiting.until > now {
            command(.command(waiting.command), to: device, at: now, &actions)
        }
    }

    /// Lets time pass: silence is told, and a command that waited too long is answered in the tracker's place.
    public mutating func tick(at now: Timestamp, _ actions: inout [Action]) {
        reportSilence(at: now, &actions)
        endRests(at: now, &actions)
        tickForeign(at: now, &actions)
        let late = trackers.filter { $0.value.waiting.contains { $0.until <= now } }
        for (device, state) in late.sorted(by: { $0.key < $1.key }) {
            let minutes = max(1, configuration.commandsWait / 60_000)
            let error = state.isLinked ? "the tracker did not answer" : "the tracker was not reached"
            for waiting in state.waiting where waiting.until <= now {
                let sentence = "\(error) within \(minutes) minute\(minutes == 1 ? "" : "s")"
                answer(waiting.command, of: device, sentence, &actions)
            }
        }
    }

    /// A linked tracker did not take what it was told: a command is answered by that.
    mutating func refused(_ downlink: Downlink, by device: DeviceID, _ reason: String, _ actions: inout [Action]) {
        guard case .command(let command) = downlink,
            trackers[device]?.waiting.contains(where: { $0.command.id == command.id }) == true
        else { return }
        answer(command, of: device, reason, &actions)
    }

    private mutating func noteUnregister(_ id: String, of device: DeviceID) {
        trackers[device]?.unregisters.append(id)
        if let count = trackers[device]?.unregisters.count, count > Self.mostWaiting {
            trackers[device]?.unregisters.removeFirst()
        }
    }

    /// A tracker that confirms that it has forgotten its owner is no longer registered here, whoever has asked it to.
    mutating func release(_ device: DeviceID, after result: CommandResult, _ actions: inout [Action]) {
        guard result.error == nil, trackers[device]?.unregisters.contains(result.id) == true else { return }
        release(device, &actions)
    }

    /// Its entry and its bond are of no more use.
    mutating func release(_ device: DeviceID, _ actions: inout [Action]) {
        guard trackers[device] != nil else { return }
        trackers[device]?.unregisters = []
        actions.append(.release(device))
        // Where there is no registry whose change would say so.
        if !configuration.usesRegistry { serveNoMore(device, &actions) }
    }

    /// Lets go of a tag that nobody wants any more and that knows no owner; a tracker of ours has to forget it first.
    mutating func releaseUnwanted(_ device: DeviceID, _ actions: inout [Action]) {
        guard let state = trackers[device], state.desired?.value.isRegistered == false,
            configuration.usesRegistry ? state.kind != .tracker : configuration.ownerless.contains(device)
        else { return }
        release(device, &actions)
    }

    /// Nobody wants anything of a device any more.
    mutating func takenBack(_ device: DeviceID) {
        trackers[device]?.desired = nil
        others[device]?.desired = nil
    }

    /// Takes in a tracker's own answer; false when the command has been answered in its place.
    mutating func receive(_ result: CommandResult, of device: DeviceID) -> Bool {
        trackers[device]?.waiting.removeAll { $0.command.id == result.id }
        return trackers[device]?.answered.contains(result.id) != true
    }

    private mutating func answer(_ command: Command, of device: DeviceID, _ error: String, _ actions: inout [Action]) {
        trackers[device]?.waiting.removeAll { $0.command.id == command.id }
        trackers[device]?.answered.append(command.id)
        if let count = trackers[device]?.answered.count, count > 64 { trackers[device]?.answered.removeFirst() }
        let result = CommandResult(id: command.id, error: error)
        actions.append(
            .publish(Message(topic: configuration.topics.result(device), payload: result.encoded()))
        )
    }
}
