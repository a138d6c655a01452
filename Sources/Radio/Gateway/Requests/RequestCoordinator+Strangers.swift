import Bluetooth
import Messages
import Tracking

/// A tag of somebody else that is being rung.
struct RungStranger: Sendable {
    let model: String
    /// Nil until it rings.
    var stop: AsyncStream<Void>.Continuation?
    var canBeStopped = false
}

/// `ring` with the address or identity of a tag that is paired with nobody here.
extension RequestCoordinator {
    func ringStranger(_ identity: TagIdentity, _ request: GatewayRequest) async {
        if request.stops == true { return await silence(identity, request) }
        guard strangers[identity] == nil else { return await refuse(request, .ringing(identity.text)) }
        strangers[identity] = RungStranger(model: "")
        work("ring", request, otherwise: { coordinator in await coordinator.forget(identity) }) { coordinator in
            await coordinator.ring(identity, request)
        }
    }

    private func ring(_ identity: TagIdentity, _ request: GatewayRequest) async {
        defer { forget(identity) }
        let rings = StrangerRing(tags: tags, clock: clock)
        do throws(StrangerRingError) {
            let found = try await rings.find(identity)
            await answer(request, .working, "connecting to this \(found.profile.model)")
            let (stop, feed) = AsyncStream.makeStream(of: Void.self)
            try await rings.ring(found, until: stop) { length, canBeStopped in
                let ringing = RungStranger(model: found.profile.model, stop: feed, canBeStopped: canBeStopped)
                await self.note(identity, ringing)
                let seconds = length.components.seconds
                await self.answer(request, .done, "this \(found.profile.model) rings for \(seconds) s at most")
            }
        } catch {
            // Once it rang it was answered.
            if strangers[identity]?.stop == nil { await refuse(request, error) }
        }
    }

    private func silence(_ identity: TagIdentity, _ request: GatewayRequest) async {
        guard let ringing = strangers[identity], let stop = ringing.stop else {
            return await refuse(request, .notRinging(identity.text))
        }
        guard ringing.canBeStopped else { return await refuse(request, .endless(ringing.model)) }
        stop.yield()
        await answer(request, .done, "passed on")
    }

    private func forget(_ identity: TagIdentity) { strangers[identity] = nil }
    private func note(_ identity: TagIdentity, _ ringing: RungStranger) { strangers[identity] = ringing }

    private func refuse(_ request: GatewayRequest, _ error: StrangerRingError) async {
        await respond(GatewayResponse(transaction: request.transaction, error: "\(error)"), "ring")
    }

    private func answer(_ request: GatewayRequest, _ state: GatewayResponse.State, _ message: String) async {
        var response = GatewayResponse(transaction: request.transaction, state: state)
        response.message = message
        await respond(response, "ring")
    }
}
