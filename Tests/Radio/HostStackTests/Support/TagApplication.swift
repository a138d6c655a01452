import Bluetooth
import HostStack
import Tracking

/// What a tag's attributes stand for, when it can answer at once: a value beside the host in a simulation.
protocol TagApplication {
    /// - Throws: ``AttributeError``, which goes to the central.
    mutating func read(_ attribute: AttributeName, over link: LinkState) throws(AttributeError) -> [UInt8]

    /// Takes a value.
    ///
    /// - Returns: What is to be notified, after the central has its answer.
    /// - Throws: ``AttributeError``, which goes to the central; nothing has changed then.
    mutating func write(
        _ value: [UInt8],
        to attribute: AttributeName,
        over link: LinkState
    ) throws(AttributeError) -> [AttributeUpdate]

    /// The central has subscribed to a characteristic, or has no longer.
    ///
    /// - Returns: What is to be notified.
    mutating func subscribed(to attribute: AttributeName, _ isSubscribed: Bool) -> [AttributeUpdate]
}

extension TagHost {
    /// Lets something happen, and answers what the central asks of the application by asking it at once.
    ///
    /// - Parameters:
    ///   - event: What happens.
    ///   - now: The time.
    ///   - application: Who is asked.
    /// - Returns: What is left to be done by the link layer and the user, in this order.
    mutating func handle(
        _ event: HostEvent,
        at now: Timestamp,
        serving application: inout some TagApplication
    ) -> [HostEffect] {
        var left: [HostEffect] = []
        // Every answer may bring the next question, and every write something to notify.
        var events = [event][...]
        while let event = events.popFirst() {
            for effect in handle(event, at: now) {
                if case .link(_, let asked) = effect, let answers = serve(asked, by: &application) {
                    events += answers
                } else {
                    left.append(effect)
                }
            }
        }
        return left
    }

    /// What happens next after a question to the application; nil for an effect that is none.
    private func serve(_ effect: LinkEffect, by application: inout some TagApplication) -> [HostEvent]? {
        switch effect {
        case .read(let name, let link, let request):
            do throws(AttributeError) {
                return [.answered(request, .success(try application.read(name, over: link)))]
            } catch {
                return [.answered(request, .failure(error))]
            }
        case .write(let value, let name, let link, let request):
            do throws(AttributeError) {
                let updates = try application.write(value, to: name, over: link).map(HostEvent.update)
                return (request.map { [.answered($0, .success([]))] } ?? []) + updates
            } catch {
                return request.map { [.answered($0, .failure(error))] } ?? []
            }
        case .subscribed(let name, let isSubscribed):
            return application.subscribed(to: name, isSubscribed).map(HostEvent.update)
        case .send, .disconnect, .showPasskey, .askPasskey, .compare, .paired, .pairingFailed, .parametersAnswered:
            return nil
        }
    }
}
