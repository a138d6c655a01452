import Bluetooth
import Tracking

/// Our own trackers bind themselves, in two steps: docs/protocol.md.
extension Pairing {
    func bind(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ person: any PairingPerson,
        _ progress: @escaping @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.bonding(found.title))
        do throws(RadioError) { try await tags.radio.pair(with: found.address, asking: person) } catch {
            throw .radio(error)
        }
        do throws(PairingError) {
            return try await register(entry, found, request, progress)
        } catch {
            if error.isUnsure { throw error }
            // A bond that was there before stays.
            if !found.isBonded { await Task { await tags.removeBond(of: found.address) }.value }
            throw error
        }
    }

    private func register(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.connecting(found.title))
        let peer: any Peer
        do throws(RadioError) { peer = try await tags.connect(to: found.address, over: found.adapter) } catch {
            throw .radio(error)
        }
        let outcome: Result<TagEntry, PairingError>
        do throws(PairingError) {
            outcome = .success(try await talk(entry, found, request, peer, progress))
        } catch { outcome = .failure(error) }
        // What was not confirmed the tracker forgets with the link.
        await Task { await peer.disconnect() }.value
        return try outcome.get()
    }

    private func talk(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ peer: any Peer,
        _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        let link = BindingLink(peer: peer, clock: clock, answerWithin: settings.answerWithin)
        await progress(.identifying)
        let identity = try await link.identity()
        if let known = try await readRegistry()[TagIdentity(identity.number)] {
            let conflict = TagRegistry.Conflict.tag(TagIdentity(identity.number), as: known.device)
            throw .registry(RegistryError(tags.file.path, .conflict(conflict)))
        }
        return try await withCredential(for: entry.device, progress) { (credential) throws(PairingError) in
            try await register(entry, found, request, credential, over: link, progress)
        }
    }

    private func register(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ credential: TrackerCredential?,
        over link: BindingLink,
        _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.registering)
        let answer = try await link.register(try registration(entry, request, credential))
        guard answer.status == .accepted else { throw .otherOwner(answer.number) }
        var entry = entry
        entry.identity = TagIdentity(answer.number)
        entry.address = link.peer.tag
        entry.isBonded = true
        entry.adapter = found.adapter
        await progress(.storing(entry.device))
        try await store(entry)
        do throws(PairingError) {
            await progress(.confirming)
            // From here on the tracker may be bound.
            try await anyway { () throws(PairingError) in try await confirm(link, found) }
            await progress(.activating)
            try await activate(entry, request, over: link)
        } catch {
            await unstore(entry)
            throw error
        }
        await progress(.done(entry.device))
        return entry
    }

    /// A link that breaks now leaves open whether the tracker has heard: it is asked again.
    private func confirm(_ link: BindingLink, _ found: TagSighting) async throws(PairingError) {
        do throws(PairingError) {
            try await link.confirm()
        } catch {
            guard case .radio(let broken) = error else { throw error }
            if case .refused = broken { throw error }
            guard let isBound = await isBound(found) else { throw .unsure(broken) }
            guard isBound else { throw error }
        }
    }

    /// Whether a tracker has an owner; nil when it is not reached.
    private func isBound(_ found: TagSighting) async -> Bool? {
        for _ in 0..<3 {
            if let peer = try? await tags.connect(to: found.address, over: found.adapter) {
                let link = BindingLink(peer: peer, clock: clock, answerWithin: settings.answerWithin)
                let identity = try? await link.identity()
                await Task { await peer.disconnect() }.value
                if let identity { return identity.isRegistered }
            }
            try? await clock.sleep(until: clock.now.advanced(by: .seconds(2)), tolerance: nil)
        }
        return nil
    }

    /// The bus keeps what is wanted of the tracker; that it hears it at once is good, and no must.
    private func activate(
        _ entry: TagEntry, _ request: PairingRequest, over link: BindingLink
    ) async throws(PairingError) {
        do throws(PairingError) {
            let state = try await activate(entry, request)
            await link.send(state)
        } catch {
            await Task { await link.unregister() }.value
            throw error
        }
    }

    private func registration(
        _ entry: TagEntry, _ request: PairingRequest, _ credential: TrackerCredential?
    ) throws(PairingError) -> Registration {
        do throws(Registration.Invalid) {
            return try Registration(
                owner: entry.device.owner,
                device: entry.device.device,
                gateway: settings.gateway,
                reportEvery: request.reportEvery,
                broker: credential?.broker ?? settings.broker,
                user: credential?.user ?? settings.user,
                password: credential?.password ?? settings.password
            )
        } catch { throw .registration(error) }
    }
}
