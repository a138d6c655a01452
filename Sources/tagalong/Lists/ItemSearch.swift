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
        if let exact = devices.first(where: { "\($0.id)" == text }) { return exact.id }
        let named = devices.filter { $0.id.device.text == text }
        let called = devices.filter { $0.item == text }
        // Capitals only decide between several.
        let alike = devices.filter { $0.item?.lowercased() == text.lowercased() }
        guard let found = [named, called, alike].first(where: { !$0.isEmpty }) else { throw unknown(text) }
        guard found.count == 1, let only = found.first else { throw ambiguous(text, found) }
        return only.id
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
        let nearest = WordList.nearest(to: text, among: words) ?? ""
        return CommandFailure(.failure, "\(start), did you mean '\(nearest)'? ('tagalong items' lists all)")
    }

    private func title(_ device: Candidate) -> String {
        device.item.map { "\(device.id) (\($0.printable))" } ?? "\(device.id)"
    }
}
