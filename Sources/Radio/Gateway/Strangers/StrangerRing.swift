import Bluetooth
import Guard
import Tracking

/// Makes a tag of somebody else sound, as its network lets strangers do, over a link that ends with the sound.
///
/// What the link leaves behind at bluetoothd is removed as for any tag that is not bonded.
struct StrangerRing: Sendable {
    let tags: TagRadio
    let clock: any UTCClock

    /// For how long the tag is listened for.
    static let heardWithin: Duration = .seconds(15)
    /// For how long the link stays where the profile does not say how long a tag sounds: as long as any may, by
    /// draft-ietf-dult-accessory-protocol-00, "Play sound".
    static let longest: Duration = .seconds(30)

    /// A tag that may be rung.
    struct Found: Sendable {
        let tag: TagSighting
        let profile: TagProfile
    }

    /// Listens for a tag, and makes sure that a stranger may ring it.
    func find(_ identity: TagIdentity) async throws(StrangerRingError) -> Found {
        guard let tag = await tags.hear(identity, within: Self.heardWithin) else { throw .notHeard(identity.text) }
        if let device = tag.device { throw .own(device) }
        guard let recognition = tag.recognition else { throw .unknown(tag.title) }
        let profile = recognition.profile
        let network = TagNetwork(profile: profile.name.text)
        guard !profile.controls.rings.isEmpty, let network, network.ringsForStrangers else {
            throw .silent(profile.model, advice: network?.advice)
        }
        switch recognition.isSeparated {
        case true?: return Found(tag: tag, profile: profile)
        case false?: throw .nearOwner(profile.model)
        case nil: throw .untold(profile.model, advice: network.advice)
        }
    }

    /// Rings a tag until it has ended, its link is lost, or it is told to by `stop`; `rings` is called once it does,
    /// `isWanted` before.
    func ring(
        _ found: Found,
        until stop: AsyncStream<Void>,
        isWanted: @Sendable () async -> Bool,
        rings: @Sendable (Duration, _ canBeStopped: Bool) async -> Void
    ) async throws(StrangerRingError) {
        let peer: any Peer
        do throws(RadioError) { peer = try await tags.connect(to: found.tag.address, over: found.tag.adapter) } catch {
            throw .radio(error)
        }
        let end = await tags.end(ofLinkTo: found.tag.address)
        let outcome: Result<Void, StrangerRingError>
        do throws(StrangerRingError) {
            guard await isWanted() else { throw .stopped(found.tag.address.description) }
            outcome = .success(try await ring(peer, found.profile, until: stop, or: end, rings: rings))
        } catch { outcome = .failure(error) }
        // Ended in good order even when the task is not to go on.
        await Task { await peer.disconnect() }.value
        try outcome.get()
    }

    private func ring(
        _ peer: any Peer,
        _ profile: TagProfile,
        until stop: AsyncStream<Void>,
        or end: AsyncStream<Void>,
        rings: @Sendable (Duration, _ canBeStopped: Bool) async -> Void
    ) async throws(StrangerRingError) {
        let ringer = TagRinger(peer: peer, profile: profile, clock: clock)
        if let reason = try await carryOut(.ring, ringer) { throw .refused(reason) }
        let ring = peer.ring(of: profile.controls)
        let length = ring?.lasts ?? Self.longest
        await rings(length, ring?.stop != nil)
        let ending = await ending(of: length, stop, end)
        // What sounds until it is stopped is stopped.
        guard ending == .stopped || ending == .over && ring?.lasts == nil, ring?.stop != nil else { return }
        if let reason = try await carryOut(.stopRing, ringer) { throw .refused(reason) }
    }

    private enum Ending { case stopped, unlinked, over }

    private func ending(
        of length: Duration, _ stop: AsyncStream<Void>, _ end: AsyncStream<Void>
    ) async -> Ending {
        let limit = clock.now.advanced(by: length)
        return await withTaskGroup(of: Ending.self) { group in
            group.addTask { await stop.first(until: limit, by: clock) { _ in Ending.stopped } ?? .over }
            group.addTask {
                for await _ in end {}
                return .unlinked
            }
            defer { group.cancelAll() }
            return await group.next() ?? .over
        }
    }

    private func carryOut(_ verb: Command.Verb, _ ringer: TagRinger) async throws(StrangerRingError) -> String? {
        do throws(RadioError) { return try await ringer.carryOut(verb) } catch { throw .radio(error) }
    }
}
