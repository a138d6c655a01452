import Bluetooth
import Tracking

/// Makes a linked tag of another make sound, or fall silent, as its profile says.
struct TagRinger: Sendable {
    let peer: any Peer
    let profile: TagProfile
    let clock: any UTCClock

    /// For how long an answer to a request is waited for, where a tag gives one.
    static let answerWithin: Duration = .seconds(5)

    /// Does it; answers with why the tag did not.
    ///
    /// - Throws: `RadioError` for a link that fails.
    func carryOut(_ verb: Command.Verb) async throws(RadioError) -> String? {
        guard let ring = peer.ring(of: profile.controls) else { return TagProfile.silence(profile.model) }
        guard let order = verb == .ring ? ring.start : ring.stop else { return Self.endless(profile.model) }
        guard ring.subscribes, let found = peer.characteristic(order.characteristic) else {
            try await peer.carryOut(order)
            return nil
        }
        let answers = try await peer.values(of: found)
        try await peer.carryOut(order)
        let status = await answers.first(until: clock.now.advanced(by: Self.answerWithin), by: clock) {
            DULTFrame.status(in: $0, ofRequest: order.value)
        }
        guard let status, status != 0 else { return nil }
        return ring.onlyWhenSeparated
            ? "this \(profile.model) refused: it obeys only while it is away from its owner"
            : "this \(profile.model) refused (status \(status))"
    }

    /// Why a tag is not made to fall silent.
    static func endless(_ model: String) -> String { "this \(model) falls silent by itself, and cannot be made to" }
}

extension Peer {
    /// Writes what a profile says.
    ///
    /// - Throws: `RadioError`, for a tag without the characteristic, too.
    func carryOut(_ order: TagWrite) async throws(RadioError) {
        guard let found = characteristic(order.characteristic) else {
            throw .noCharacteristic(order.characteristic.uuid, tag)
        }
        try await write(order.value, to: found, confirmed: order.withResponse)
    }
}
