import Bluetooth
public import Keys
import Messages
import Tracking

/// Ties a tag to a thing by the key that its owner has: it need not be there.
extension Pairing {
    /// Keeps a key and its tag's entry, and returns the entry; the tag of the request is only a name here.
    ///
    /// - Throws: ``PairingError``; nothing is kept then.
    public func pair(
        _ request: PairingRequest, key: TagKey, progress: @escaping @Sendable (PairingStep) async -> Void
    ) async throws(PairingError) -> TagEntry {
        await progress(.validating)
        let item = try Self.validate(request)
        let registry = try await readRegistry()
        if let known = registry[key.identity] {
            throw .registry(RegistryError(tags.file.path, .conflict(.tag(key.identity, as: known.device))))
        }
        guard
            let device = request.device.map({ DeviceID(owner: request.owner, device: $0) })
                ?? registry.freeName(for: item, of: request.owner)
        else { throw .noFreeName(item) }
        if registry[device] != nil { throw .registry(RegistryError(tags.file.path, .conflict(.device(device)))) }
        guard let profile = try? Name(key.profile) else { throw .unknownKind(key.profile) }
        let entry = TagEntry(device: device, item: item, identity: key.identity, profile: profile)
        let isNew: Bool
        do throws(RegistryError) {
            isNew = try tags.file.keys.add(StoredKey(key, alignment: key.alignment))
        } catch { throw .registry(error) }
        do throws(PairingError) {
            return try await save(entry, request, progress)
        } catch {
            // Somebody else may have paired the same tag meanwhile. What cannot be written now could not be read either;
            // the error that led here is the one to tell.
            if isNew, (try? tags.file.read())?[key.identity] == nil { try? tags.file.keys.remove(key.identity) }
            throw error
        }
    }
}

extension TagKey {
    /// The profile of tags with such a key.
    fileprivate var profile: String {
        switch network {
        case .findMy: "find-my"
        case .findHub: "fmdn"
        case .address: "private-address"
        }
    }
}
