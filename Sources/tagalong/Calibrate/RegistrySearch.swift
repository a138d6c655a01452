import Gateway
import Tracking

/// Finds a tag that is paired with this machine by what a person calls it.
struct RegistrySearch {
    let file: RegistryFile

    /// The tag that is meant by `owner/tracker`, or by the name of a tracker or an item.
    ///
    /// - Throws: ``CommandFailure`` or `RegistryError`.
    func find(_ text: String) throws -> TagEntry {
        // A word that is none is told as everywhere.
        _ = try DeviceID(written: text)
        let registry = try file.read()
        let candidates = registry.entries.map { ItemSearch.Candidate(id: $0.device, item: $0.item.text) }
        let place = "paired with this machine (\(file.path))"
        let search = ItemSearch(candidates: candidates, place: place, emptiness: "with which none is paired yet")
        let device = try search.find(text)
        guard let entry = registry[device] else { throw RegistryError(file.path, .unknown(text)) }
        return entry
    }
}
