import Bluetooth
import Keys
import Tracking

/// Rings as only the owner can.
extension TagLink {
    /// Asks a Find Hub tag to sound or to fall silent, and answers with why it was not done.
    func ring(
        _ rings: Bool, by ring: FindHubRing, _ characteristic: PeerCharacteristic
    ) async throws(RadioError) -> String? {
        let answers = try await peer.values(of: characteristic)
        let challenge = try await peer.read(characteristic)
        guard let request = ring.request(rings: rings, challenge: challenge) else {
            return "this \(profile.model) gave no challenge to answer"
        }
        try await peer.write(request, to: characteristic, confirmed: true)
        let end = clock.now.advanced(by: TagRinger.answerWithin)
        // Without an answer it may ring all the same: it has accepted the request.
        let state = await answers.first(until: end, by: clock) { ring.state(in: $0, challenge: challenge) }
        return state == .failed ? "this \(profile.model) could not" : nil
    }
}
