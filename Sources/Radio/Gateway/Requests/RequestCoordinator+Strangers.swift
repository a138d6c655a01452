import Bluetooth
import Messages
import Tracking

/// A tag of somebody else that is being rung.
struct RungStranger: Sendable {
    let stop: AsyncStream<Void>.Continuation
    var model = ""
    var isRinging = false
    var canBeStopped = true
    /// Whether it is to be silent.
    var isStopped = false
}

/// `ring` with the address or identity of a tag that is paired with nobody here.
extension RequestCoordinator {
    func ringStranger(_ identity: TagIdentity, _ request: GatewayRequest) async {
        if request.stops == true { return await silence(identity, request) }
        guard strangers[identity] == nil else { return await refuse(request, .ringing(identity.text)) }
        let (stop, feed) = AsyncStream.makeStream(of: Void.self)
        strangers[identity] = RungStranger(stop: feed)
        work("ring", request, otherwise: { coordinator in await coordinator.forget(identity) }) { coordinator in
            await coordinator.ring(identity, request, until: stop)
        }
    }

    private func ring(_ identity: TagIdentity, _ request: GatewayRequest, until stop: AsyncStream<Void>) async {
        defer { forget(identity) }
        let rings = StrangerRing(tags: tags, clock: clock)
        do throws(StrangerRingError) {
            let found = try await rings.find(identity)
            guard isWanted(identity) else { throw .stopped(identity.text) }
            strangers[identity]?.model = found.profile.model
            await answer(request, .working, "connecting to this \(found.profile.model)")
            try await rings.ring(found, until: stop) {
                await self.isWanted(identity)
            } rings: { length, canBeStopped in
                await self.note(identity, canBeStopped: canBeStopped)
                let seconds = length.components.seconds
                await self.answer(request, .done, "this \(found.profile.model) rings for \(seconds) s at most")
            }
        } catch {
            // Once it rang it was answered.
            if strangers[identity]?.isRinging != true { await refuse(request, error) }
        }
    }

    private func silence(_ identity: TagIdentity, _ request: GatewayRequest) async {
        guard let stranger = strangers[identity] else { return await refuse(request, .notRinging(identity.text)) }
        guard stranger.canBeStopped else { return await refuse(request, .endless(stranger.model)) }
        strangers[identity]?.isStopped = true
        stranger.stop.yield()
        await answer(request, .done, "passed on")
    }

    private func forget(_ identity: TagIdentity) { strangers[identity] = nil }
    private func isWanted(_ identity: TagIdentity) -> Bool { strangers[identity]?.isStopped != true }

    private func note(_ identity: TagIdentity, canBeStopped: Bool) {
        strangers[identity]?.isRinging = true
        strangers[identity]?.canBeStopped = canBeStopped
    }

    private func refuse(_ request: GatewayRequest, _ error: StrangerRingError) async {
        await respond(GatewayResponse(transaction: request.transaction, error: "\(error)"), "ring")
    }

    private func answer(_ request: GatewayRequest, _ state: GatewayResponse.State, _ message: String) async {
        var response = GatewayResponse(transaction: request.transaction, state: state)
        response.message = message
        await respond(response, "ring")
    }
}
