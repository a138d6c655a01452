import Store
import Tracking

/// Initials of an owner's devices, each another: OwnTracks' apps take two devices with the same for one person.
struct Initials {
    private var byDevice: [DeviceID: String] = [:]

    /// Those that devices tell stay, unless an earlier one of the same owner tells them too; the rest are made up of names.
    ///
    /// A device that comes later with nothing told changes nothing of those before it.
    init(_ devices: [(row: DeviceRow, told: String?)]) {
        let inOrder = devices.sorted { ($0.row.created, $0.row.id) < ($1.row.created, $1.row.id) }
        var taken: Set<String> = []
        for (row, told) in inOrder {
            if let told, !told.isEmpty, taken.insert(told).inserted { byDevice[row.id] = told }
        }
        for (row, _) in inOrder where byDevice[row.id] == nil {
            byDevice[row.id] = Self.candidates(row.id.device).first { taken.insert($0).inserted }
        }
    }

    subscript(device: DeviceID) -> String? { byDevice[device] }

    /// The last two letters, the first two, the first and one of the others, then the first and a digit, then two
    /// digits.
    private static func candidates(_ name: Name) -> some Sequence<String> {
        let letters = Array(name.ownTracks)
        let first = letters.first.map(String.init) ?? ""
        let pairs = [name.initials, String(letters.prefix(2))] + letters.dropFirst(2).map { first + String($0) }
        return pairs + (1...9).map { first + "\($0)" } + (10...99).map(String.init)
    }
}
