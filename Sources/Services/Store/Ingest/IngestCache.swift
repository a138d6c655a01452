import Tracking

/// What the writer remembers between batches, to ask the database less.
///
/// It always agrees with the last commit: a batch takes it out and puts it back only when it was committed.
struct IngestCache: Sendable {
    /// More devices than this are forgotten together, to bound the memory: about 40 MB.
    private static let mostDevices = 20_000

    var indices: [DeviceID: Int] = [:]
    var tracks: [DeviceTrack] = []
    var contexts: [FixContext: Int64] = [:]
    /// The refused messages that are kept; nil before they are asked for.
    var quarantine: QuarantineShares?
    /// The tracks that the present batch has changed; of a store that writes behind, all that it has not written.
    var dirty: [Int] = []
    /// The rest of what such a store has not written.
    var behind = WriteBehind()

    /// The contents, leaving nothing behind.
    mutating func drain() -> IngestCache {
        var taken = IngestCache()
        swap(&taken, &self)
        return taken
    }

    /// Forgets what the next batch will hardly need.
    mutating func trim() {
        for index in dirty { tracks[index].trim() }
        dirty.removeAll(keepingCapacity: true)
        if tracks.count > Self.mostDevices { self = IngestCache() }
    }

    mutating func remove(_ id: DeviceID) {
        guard let index = indices.removeValue(forKey: id) else { return }
        tracks.remove(at: index)
        indices = indices.mapValues { $0 > index ? $0 - 1 : $0 }
        dirty = dirty.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
    }
}
