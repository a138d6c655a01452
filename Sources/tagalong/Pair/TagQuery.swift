import Bluetooth
import Gateway
import Settings
import Tracking

/// What a person calls a tag: its address, its identity as `scan` shows it, or its name.
struct TagQuery: Hashable, Sendable {
    let text: String

    /// A tag that may be meant.
    struct Candidate: Hashable, Sendable {
        let address: BluetoothAddress
        let identity: TagIdentity
        let name: String?
    }

    /// The tag that is meant; nil when none of those heard is.
    func choose(from tags: [Candidate]) throws(CommandFailure) -> Candidate? {
        let address = BluetoothAddress(text)
        let identity = TagIdentity(text)
        let identified = tags.filter { $0.address == address || $0.identity == identity }
        let name = Advertisement.trimmed(text)
        let named = tags.filter { $0.name == name }
        // Capitals only decide between several.
        let alike = tags.filter { $0.name?.lowercased() == name.lowercased() }
        guard let found = [identified, named, alike].first(where: { !$0.isEmpty }) else { return nil }
        guard found.count == 1 else {
            let names = WordList.alternatives(found.map(\.identity.text))
            throw CommandFailure(.failure, "several tags are called '\(text.printable)'; write \(names)")
        }
        return found.first
    }
}

extension TagQuery {
    /// Waits until the tag is heard, and a moment longer for others of its name.
    ///
    /// Returns the address that it uses now, or what the person wrote when it was not heard.
    ///
    /// - Throws: ``CommandFailure`` when several tags are meant, or `CancellationError`.
    func resolve(among tags: TagRadio, within limit: Duration) async throws -> String {
        let clock = SystemUTCClock()
        let end = clock.now.advanced(by: limit)
        while clock.now < end {
            if let exact = BluetoothAddress(text) { return "\(exact)" }
            if try await choose(among: tags) != nil {
                try await Task.sleep(for: .seconds(2))
                return try await choose(among: tags).map { "\($0.address)" } ?? text
            }
            try await Task.sleep(for: .milliseconds(250))
        }
        return text
    }

    /// What is paired already is called by its name no more.
    private func choose(among tags: TagRadio) async throws(CommandFailure) -> Candidate? {
        let heard = await tags.tags.filter { $0.device == nil || TagIdentity(text) != nil }
        return try choose(
            from: heard.map { .init(address: $0.address, identity: $0.identity, name: $0.advertisement.name) }
        )
    }
}
