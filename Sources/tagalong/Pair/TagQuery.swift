import Bluetooth
import Gateway
import Settings

/// What a person calls a tag: its address, its identity as `scan` shows it, or its name.
struct TagQuery: Hashable, Sendable {
    let text: String

    /// The tag that is meant.
    ///
    /// - Parameter tags: All that are heard.
    /// - Returns: The tag; nil when none of them is meant.
    /// - Throws: ``CommandFailure`` when several are.
    func choose(from tags: [HeardTag]) throws(CommandFailure) -> HeardTag? {
        let address = BluetoothAddress(text)
        let identified = tags.filter { $0.address == address || $0.lasting.text.lowercased() == text.lowercased() }
        let named = tags.filter { $0.name == text }
        // Capitals only decide between several.
        let alike = tags.filter { $0.name?.lowercased() == text.lowercased() }
        guard let found = [identified, named, alike].first(where: { !$0.isEmpty }) else { return nil }
        guard found.count == 1 else {
            let names = WordList.alternatives(found.map(\.lasting.text))
            throw CommandFailure(.failure, "several tags are called '\(text.printable)'; write \(names)")
        }
        return found.first
    }
}
