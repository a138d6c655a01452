import Settings
import Store
import Tracking

/// Finds the device that a person means.
struct ItemSearch {
    let devices: [DeviceRow]
    let path: String

    init(devices: [DeviceRow], in path: String) {
        self.devices = devices
        self.path = path
    }

    /// The device written `owner/device`, or the only one, or only item, of that name.
    ///
    /// - Parameter text: What the person wrote.
    /// - Returns: The device.
    /// - Throws: ``CommandFailure`` that names the candidates.
    func find(_ text: String) throws(CommandFailure) -> DeviceID {
        if let exact = devices.first(where: { "\($0.id)" == text }) { return exact.id }
        let named = devices.filter { $0.id.device.text == text }
        let called = devices.filter { $0.item?.text == text }
        // Capitals only decide between several.
        let alike = devices.filter { $0.item?.text.lowercased() == text.lowercased() }
        guard let found = [named, called, alike].first(where: { !$0.isEmpty }) else { throw unknown(text) }
        guard found.count == 1, let only = found.first else { throw ambiguous(text, found) }
        return only.id
    }

    private func ambiguous(_ text: String, _ found: [DeviceRow]) -> CommandFailure {
        let names = WordList.alternatives(found.map { "\($0.id)" })
        return CommandFailure(.failure, "'\(text)' is the name of several; write \(names)")
    }

    private func unknown(_ text: String) -> CommandFailure {
        let start = "'\(text.printable)' is no tracker or item in \(path)"
        if devices.isEmpty { return CommandFailure(.failure, "\(start), in which nothing is stored yet") }
        if devices.count <= 6 {
            return CommandFailure(.failure, "\(start); there are \(devices.map(title).joined(separator: ", "))")
        }
        let words = devices.flatMap { ["\($0.id)", $0.id.device.text, $0.item?.text ?? ""] }.filter { !$0.isEmpty }
        let nearest = WordList.nearest(to: text, among: words) ?? ""
        return CommandFailure(.failure, "\(start), did you mean '\(nearest)'? ('tagalong items' lists all)")
    }

    private func title(_ device: DeviceRow) -> String {
        device.item.map { "\(device.id) (\($0))" } ?? "\(device.id)"
    }
}
