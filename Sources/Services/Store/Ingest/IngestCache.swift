import Tracking

/// What the writer remembers between batches, to ask the database less.
///
/// It always agrees with the last commit: a batch takes it out and puts it back only when it was committed.
struct IngestCache: Sendable {
    /// So many bytes of devices are remembered, as an estimate: the newest blocks of 25,000 when they are full, or of
    /// 90,000 with a fix each.
    private static let most = 64 << 20

    private(set) var indices: [DeviceID: Int] = [:]
    var tracks: [DeviceTrack] = []
    /// Whose tracks they are.
    private var names: [DeviceID] = []
    /// The track that was asked for last.
    private var turn = 0
    /// What the tracks take, in bytes, as each was when it was last trimmed.
    private var footprint = 0
    /// The devices whose tracks the present batch has added, the last ones of all.
    private var added: [DeviceID] = []
    /// How many tracks were let go, because there was no room for them, since all were last forgotten.
    private var passed = 0
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

    /// The index of a device's track; nil where it is not remembered.
    ///
    /// Devices mostly take turns in the same order, and then it is the one behind the last that was asked for, or that
    /// one again.
    mutating func index(of id: DeviceID) -> Int? {
        if turn < names.count, names[turn] == id { return turn }
        let next = turn + 1 < names.count ? turn + 1 : 0
        if next < names.count, names[next] == id {
            turn = next
            return next
        }
        guard let index = indices[id] else { return nil }
        turn = index
        return index
    }

    /// Remembers a device; answers with the index of its track.
    mutating func add(_ track: DeviceTrack, of id: DeviceID) -> Int {
        tracks.append(track)
        names.append(id)
        indices[id] = tracks.count - 1
        footprint += track.footprint
        added.append(id)
        return tracks.count - 1
    }

    /// Forgets, after a commit, what the next batch will hardly need, and what is more than so many bytes.
    mutating func trim(to most: Int = IngestCache.most) {
        trimDirty()
        if footprint > most { makeRoom(most) }
        endBatch()
    }

    /// Forgets what the rest of the batch will hardly need, once it is written.
    mutating func trimDirty() {
        for index in dirty { footprint += tracks[index].trim() }
        dirty.removeAll(keepingCapacity: true)
    }

    /// The next batch begins, with all that there is.
    mutating func endBatch() { added.removeAll(keepingCapacity: true) }

    /// Lets those go that came last: where more devices take turns than there is room for, whoever forgets the oldest
    /// forgets each before its next turn.
    ///
    /// All are forgotten when that has been so for long, as others may be busy by then than those that are remembered,
    /// or when these have grown.
    private mutating func makeRoom(_ most: Int) {
        passed += added.count
        for id in added {
            indices[id] = nil
            footprint -= tracks.removeLast().footprint
            names.removeLast()
        }
        guard footprint > most + most / 2 || passed > 8 * tracks.count else { return }
        (indices, tracks, names, footprint, passed) = ([:], [], [], 0, 0)
    }

    mutating func remove(_ id: DeviceID) {
        guard let index = indices.removeValue(forKey: id) else { return }
        footprint -= tracks.remove(at: index).footprint
        names.remove(at: index)
        added.removeAll { $0 == id }
        indices = indices.mapValues { $0 > index ? $0 - 1 : $0 }
        dirty = dirty.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
    }
}
