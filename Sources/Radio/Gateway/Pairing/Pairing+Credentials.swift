import Tracking

/// The tracker's credential for the broker goes the way of its registration: it counts once the tracker has it.
extension Pairing {
    /// Runs a registration with a credential of the tracker's own, if trackers get one; `progress` hears that the
    /// broker is asked.
    ///
    /// - Throws: What the body throws, or ``PairingError/credential(_:)``.
    func withCredential<Result: Sendable>(
        for tracker: DeviceID,
        _ progress: @Sendable (PairingStep) async -> Void,
        _ body: (TrackerCredential?) async throws(PairingError) -> Result
    ) async throws(PairingError) -> Result {
        guard let desk = credentials else { return try await body(nil) }
        await progress(.crediting(tracker))
        let credential = try await asking { () async throws in try await desk.issue(for: tracker) }
        do throws(PairingError) {
            let result = try await body(credential)
            // One that could not be ended now ends with the next registration.
            if let credential { try? await desk.settle(credential) }
            return result
        } catch {
            // The tracker may have it: both count until it is asked.
            if error.isUnsure { throw error }
            if let credential { await Task { try? await desk.withdraw(credential) }.value }
            throw error
        }
    }

    /// Before a tracker is told that it is let go: when the broker cannot be asked, nothing has changed.
    func dismissCredential(of tracker: DeviceID) async throws(PairingError) {
        guard let desk = credentials else { return }
        try await asking { () async throws in try await desk.dismiss(tracker) }
    }

    /// After it has heard: what is left to it opens nothing, should this fail.
    func revokeCredential(of tracker: DeviceID) async { try? await credentials?.revoke(tracker) }

    private func asking<Result: Sendable>(_ body: () async throws -> Result) async throws(PairingError) -> Result {
        do { return try await body() } catch is CancellationError { throw .cancelled } catch {
            throw .credential("\(error)")
        }
    }
}
