import Settings
import Store
import Tracking

/// Finds the device that a person means.
struct ItemSearch: Hashable, Sendable {
    private let devices: [Candidate]
    /// Where the devices are known, such as `in history.sqlite`.
    private let place: String
    /// What to say of that place when it knows no device.
    private let emptiness: String

    /// A device that may be meant.
    struct Candidate: Hashable, Sendable {
        let id: DeviceID
        let item: String?
    }

    init(candidates: [Candidate], place: String, emptiness: String) {
        devices = candidates
        self.place = place
        self.emptiness = emptiness
    }

    init(devices: [DeviceRow], in path: String) {
        self.init(
            candidates: devices.map { Candidate(id: $0.id, item: $0.item?.text) },
            place: "in \(path)",
            emptiness: "in which nothing is stored yet"
        )
    }

    /// The device written `owner/device`, or the only one, or only item, of that name.
    func find(_ text: String) throws(CommandFailure) -> DeviceID {
        let found = matches(text)
        guard let first = found.first else { throw unknown(text) }
        guard found.count == 1 else { throw ambiguous(text, found) }
        return first.id
    }

    /// Whether no device may be meant.
    func isUnknown(_ text: String) -> Bool { matches(text).isEmpty }

    private func matches(_ text: String) -> [Candidate] {
        if let exact = devices.first(where: { "\($0.id)" == text }) ?? devices.first(where: { $0.id.ownTracks == text })
        {
            return [exact]
        }
        let named = devices.filter { $0.id.device.text == text || $0.id.device.ownTracks == text }
        let called = devices.filter { $0.item == text }
        // Capitals only decide between several.
        let alike = devices.filter { $0.item?.lowercased() == text.lowercased() }
        return [named, called, alike].first { !$0.isEmpty } ?? []
    }

    private func ambiguous(_ text: String, _ found: [Candidate]) -> CommandFailure {
        let names = WordList.alternatives(found.map { "\($0.id)" })
        return CommandFailure(.failure, "'\(text)' is the name of several; write \(names)")
    }

    private func unknown(_ text: String) -> CommandFailure {
        let start = "'\(text.printable)' is no tracker or item \(place)"
        if devices.isEmpty { return CommandFailure(.failure, "\(start), \(emptiness)") }
        if devices.count <= 6 {
            return CommandFailure(.failure, "\(start); there are \(devices.map(title).joined(separator: ", "))")
        }
        let words = devices.flatMap { ["\($0.id)", $0.id.device.text, $0.item ?? ""] }.filter { !$0.isEmpty }
        let hint = WordList.nearest(to: text, among: words).map { ", did you mean '\($0)'?" } ?? ""
        return CommandFailure(.failure, "\(start)\(hint) ('tagalong items' lists all)")
    }

    private func title(_ device: Candidate) -> String {
        device.item.map { "\(device.id) (\($0.printable))" } ?? "\(device.id)"
    }
}
