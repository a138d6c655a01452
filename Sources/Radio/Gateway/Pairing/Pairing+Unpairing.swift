import Bluetooth
import Messages
public import Tracking

extension Pairing {
    private static let pauseBeforeAnotherLink = Duration.seconds(1)

    /// What became of a tag that was let go.
    public enum Forgotten: Hashable, Sendable {
        /// It knows, or never knew an owner.
        case free
        /// It was not reached: it goes on believing in its owner until it is reset, or reads that it is to be off.
        case unreached(String)

        /// One sentence, without a full stop.
        public var sentence: String {
            switch self {
            case .free: "it is free for another owner"
            case .unreached(let reason):
                "it was not told (\(reason)): it is to switch itself off, and a reset frees it for another owner"
            }
        }
    }

    /// Lets a tag go: unregisters it where it is reached within a time, removes its bond and its entry; tells whether
    /// the tag knows.
    ///
    /// - Throws: ``PairingError`` when there is no such tag, the registry cannot be written, or the task was cancelled
    ///   while the tag was looked for. After that it is let go to the end.
    public func unpair(
        _ device: DeviceID, within duration: Duration = .seconds(15)
    ) async throws(PairingError) -> Forgotten {
        guard let entry = try await readRegistry()[device] else {
            throw .registry(RegistryError(tags.file.path, .unknown("\(device)")))
        }
        guard entry.identity.trackerNumber != nil, let address = entry.address else {
            return try await anyway { () throws(PairingError) in
                try await dismissCredential(of: device)
                return try await conclude(entry, .free)
            }
        }
        let isLinked = await tags.hold(address, lends: true)
        let outcome: Result<Forgotten, PairingError>
        do throws(PairingError) {
            outcome = .success(try await unpair(entry, at: address, isLinked: isLinked, within: duration))
        } catch {
            outcome = .failure(error)
            // The gateway makes another when it hears the tag.
            if isLinked { await hangUp(entry, at: address) }
        }
        await tags.release(address)
        return try outcome.get()
    }

    private func unpair(
        _ entry: TagEntry, at address: BluetoothAddress, isLinked: Bool, within duration: Duration
    ) async throws(PairingError) -> Forgotten {
        let deadline = clock.now.advanced(by: duration)
        // What has a link advertises nothing.
        let isHeard = if isLinked { true } else { await tags.find("\(address)", within: duration) != nil }
        if Task.isCancelled, !isLinked { throw .cancelled }
        try await anyway { () throws(PairingError) in try await dismissCredential(of: entry.device) }
        let outcome: Forgotten
        do throws(PairingError) {
            guard isHeard else { throw .notFound("\(address)") }
            outcome = try await unregister(entry, at: address, until: deadline)
        } catch { outcome = .unreached("\(error)") }
        return try await anyway { () throws(PairingError) in try await conclude(entry, outcome) }
    }

    private func hangUp(_ entry: TagEntry, at address: BluetoothAddress) async {
        await Task { try? await tags.connect(to: address, over: entry.adapter).disconnect() }.value
    }

    private func conclude(_ entry: TagEntry, _ outcome: Forgotten) async throws(PairingError) -> Forgotten {
        try await remove(entry)
        switch outcome {
        // An empty message takes back what was kept on the bus.
        case .free:
            try await say([], of: entry.device)
            await revokeCredential(of: entry.device)
        case .unreached: try await switchOff(entry.device)
        }
        return outcome
    }

    /// Does something to its end, although the task may be cancelled.
    func anyway<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(PairingError) -> Value
    ) async throws(PairingError) -> Value {
        let work = Task { () -> Result<Value, PairingError> in
            do throws(PairingError) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try await work.value.get()
    }

    /// Removes the bond and the entry of a tracker that has forgotten its owner; nothing for one that is not registered.
    func release(_ device: DeviceID) async throws(PairingError) {
        guard let entry = try await readRegistry()[device] else { return }
        try await remove(entry)
        try await say([], of: device)
        await revokeCredential(of: device)
    }

    private func remove(_ entry: TagEntry) async throws(PairingError) {
        do throws(RegistryError) {
            // With keys that cannot be read nothing is begun.
            if case .keyed = entry.identity { _ = try tags.file.keys.read() }
            _ = try tags.file.update { (registry) throws(RegistryError) in registry.remove(entry.device) }
            if case .keyed = entry.identity { try tags.file.keys.remove(entry.identity) }
        } catch { throw .registry(error) }
        await tags.readRegistry()
        if entry.isBonded, let address = entry.address { await tags.removeBond(of: address) }
    }

    /// Tries until the deadline: a tag that was heard is near, and its link may only have failed.
    private func unregister(
        _ entry: TagEntry, at address: BluetoothAddress, until deadline: Timestamp
    ) async throws(PairingError) -> Forgotten {
        while true {
            do throws(PairingError) {
                return try await unregister(entry, at: address)
            } catch {
                let next = clock.now.advanced(by: Self.pauseBeforeAnotherLink)
                guard error.isBrokenLink, next < deadline, !Task.isCancelled else { throw error }
                try? await clock.sleep(until: next, tolerance: nil)
            }
        }
    }

    private func unregister(_ entry: TagEntry, at address: BluetoothAddress) async throws(PairingError) -> Forgotten {
        let peer: any Peer
        do throws(RadioError) { peer = try await tags.connect(to: address, over: entry.adapter) } catch {
            throw .radio(error)
        }
        let link = BindingLink(peer: peer, clock: clock, answerWithin: settings.answerWithin)
        let outcome: Result<String?, PairingError>
        do throws(PairingError) {
            // A link may have broken between its consent and our hearing of it.
            outcome = .success(try await link.identity().isRegistered ? try await link.unregisters() : nil)
        } catch { outcome = .failure(error) }
        await Task { await peer.disconnect() }.value
        return try outcome.get().map { .unreached($0) } ?? .free
    }

    private func switchOff(_ device: DeviceID) async throws(PairingError) {
        var state = await desired(device) ?? Kept(DesiredState(version: 0))
        state.value.version = state.value.version + 1
        state.value.power = .off
        state.value.reference = nil
        try await say(state.encoded(), of: device)
    }

    /// Keeps on the bus what is wanted of a tracker; an empty payload takes it back.
    func say(_ payload: [UInt8], of device: DeviceID) async throws(PairingError) {
        do {
            try await publish(Message(topic: settings.topics.desired(device), payload: payload, retained: true))
        } catch is CancellationError { throw .cancelled } catch { throw .busClosed }
    }
}

extension PairingError {
    /// Whether only the link failed, and another may do.
    fileprivate var isBrokenLink: Bool {
        switch self {
        case .radio(.connectionFailed), .radio(.disconnected): true
        default: false
        }
    }
}
