import Bluetooth
import Keys
import Tracking

/// Tags that are known by their owner's key.
extension TagSightings {
    /// Takes other keys, and looks at all tags anew.
    mutating func use(_ keys: [StoredKey], in registry: TagRegistry, at now: Timestamp) {
        // Where a tag is at this moment is known better here than in the file.
        let known = resolver.alignments
        resolver = KeyResolver(
            keys.map { (key: $0.key, alignment: known[$0.identity] ?? $0.alignment ?? $0.key.alignment) }, at: now
        )
        resolvedVersion = resolver.version
        for slot in byAddress.indices { recognise(slot, registry, at: now) }
    }

    /// Lets time pass for the keys; what became recognisable by it is recognised.
    mutating func advanceKeys(in registry: TagRegistry, at now: Timestamp) {
        guard !resolver.isEmpty else { return }
        resolver.advance(to: now)
        guard resolver.version != resolvedVersion else { return }
        resolvedVersion = resolver.version
        // What was a tag's key is another's to repeat once its time is over.
        for slot in byAddress.indices
        where byAddress.values[slot].device == nil || byAddress.values[slot].identity.isKeyed {
            recognise(slot, registry, at: now)
        }
    }
}
