import Bluetooth
import Tracking

/// A tag that would not be recognised once its address is another is only taken in with a bond that reveals its identity.
extension Pairing {
    func bondRotating(
        _ entry: TagEntry,
        _ found: TagSighting,
        _ request: PairingRequest,
        _ person: any PairingPerson,
        _ progress: @escaping @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        // Only a resolvable address comes of a key that a bond can hand over. The networks' tags bond with their owners'
        // phones alone; bluetoothd may say that they have bonded all the same.
        guard found.addressKind == .resolvable, !found.isOfRotatingNetwork else { throw .rotating(found.title) }
        await tags.hold(found.address)
        let outcome: Result<TagEntry, PairingError>
        do throws(PairingError) {
            let bonded = try await bonded(found, person, progress)
            outcome = .success(try await save(entry, bonded, request, progress))
        } catch {
            outcome = .failure(Task.isCancelled ? .cancelled : error)
            await Task { await tags.removeBond(of: found.address) }.value
        }
        await tags.release(found.address)
        return try outcome.get()
    }

    /// The tag under the address that stays, which its bond has revealed.
    private func bonded(
        _ found: TagSighting,
        _ person: any PairingPerson,
        _ progress: @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagSighting {
        await progress(.bonding(found.title))
        do throws(RadioError) { try await tags.radio.pair(with: found.address, asking: person) } catch {
            // What the person has said or not said is theirs to hear; else the tag does not bond.
            switch error {
            case .pairingFailed(_, .refused), .pairingFailed(_, .refusedUnasked): throw .rotating(found.title)
            default: throw .radio(error)
            }
        }
        await progress(.connecting(found.title))
        let peer: any Peer
        do throws(RadioError) { peer = try await tags.connect(to: found.address, over: found.adapter) } catch {
            throw .radio(error)
        }
        await Task { await peer.disconnect() }.value
        // A bond without the tag's identity ends with its address.
        guard peer.tag != found.address else { throw .rotating(found.title) }
        var bonded = found
        (bonded.address, bonded.identity, bonded.isBonded) = (peer.tag, .address(peer.tag), true)
        return bonded
    }
}
