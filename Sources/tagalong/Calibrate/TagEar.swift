import Bluetooth
import Gateway

/// Picks the reports of one registered tag out of all that is heard, by whichever address it has.
struct TagEar: Sendable {
    let entry: TagEntry
    let library: ProfileLibrary
    /// An identity stands not in every frame: what was once heard from an address stays.
    private var known: Set<BluetoothAddress> = []

    init(entry: TagEntry, library: ProfileLibrary) { (self.entry, self.library) = (entry, library) }

    /// The strength of a report in dBm; nil when it is another tag's, or tells none.
    mutating func strength(_ sighting: Sighting) -> Int? {
        guard isOurs(sighting), let rssi = sighting.rssi, rssi != 127, rssi != 0 else { return nil }
        return rssi
    }

    private mutating func isOurs(_ sighting: Sighting) -> Bool {
        if entry.identity == .address(sighting.tag) || entry.address == sighting.tag { return true }
        if known.contains(sighting.tag) { return true }
        guard library.recognise(sighting.advertisement)?.identity == entry.identity else { return false }
        known.insert(sighting.tag)
        return true
    }
}
