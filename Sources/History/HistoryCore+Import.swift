import Alerts
public import Messages
import Ranging
public import Store
public import Tracking

extension HistoryCore {
    /// Stores fixes of a device that come out of files, and goes on as if they had always been there.
    ///
    /// No level changes by them and no alert is raised, as after a restart: a newer fix becomes the last one, and what
    /// follows from it is told by the next one that arrives.
    ///
    /// - Parameters:
    ///   - device: Whose fixes they are.
    ///   - now: The present moment.
    ///   - body: Stores them, in one transaction, from the time on from which fixes of the device are kept.
    /// - Returns: What the body returned, and what there is to publish.
    /// - Throws: What the body throws, or ``StoreError``; then nothing is stored.
    public mutating func takeRecorded<Value>(
        of device: DeviceID,
        at now: Timestamp,
        _ body: (inout StoreTransaction, _ keptSince: Timestamp?) throws -> Value
    ) throws -> (value: Value, messages: [Message]) {
        // Nothing in memory changes before the commit, so that a file that is refused leaves no trace.
        let value = try store.write { try body(&$0, keptSince(device, at: now)) }
        do {
            if let row = try store.device(device) { try adoptRecorded(row) }
            return (value, try commit(at: now) { _, _ in })
        } catch {
            // They are stored: whoever comes next reads everything again.
            mustLoad = true
            return (value, [])
        }
    }

    /// Takes over what the store says of a device's last fix and way.
    private mutating func adoptRecorded(_ row: DeviceRow) throws {
        let isOurs = row.kind == .tracker
        let last = try adoptLast(of: row)
        if phones.isPhone(row.id, sendsMarks: isOurs) {
            // Trackers are not told that their owner has moved: their levels rest on what was known at their last fix.
            return try loadTrack(of: row.id, upTo: last)
        }
        guard isOurs || phones.isCertain(for: row.id.owner) || indices[row.id] != nil else { return }
        guard let last else { return }
        if indices[row.id] == nil { try loadTracker(row, nil, last, nil) }
        let index = tracker(row.id)
        guard trackers[index].watch.lastFix.map({ $0.time <= last.fix.time }) ?? true else { return }
        if let battery = last.battery { trackers[index].battery = battery }
        if let mode = last.mode { trackers[index].activeMode = mode }
        trackers[index].gateway = last.gateway
        if let mark = last.mark { trackers[index].owes(mark, isBacklog: true) }
        let track = owners[row.id.owner, default: OwnerState()].track
        trackers[index].watch.resume(at: last.fix, track, members(with: row.id.owner))
        touch(index)
    }

    /// The last fix that counts, which later ones are held against.
    private mutating func adoptLast(of row: DeviceRow) throws -> StoredFix? {
        guard let index = streamIndices[row.id] else { return try resumeStream(of: row, nil) }
        guard let last = try store.latest(of: row.id, limit: 1, isPlausible: true).first else { return nil }
        if last.fix.time > streams[index].newest {
            (streams[index].newest, streams[index].handed) = (last.fix.time, last.fix.time)
            _ = streams[index].plausibility.judge(last.fix, last.mark, limit: nil)
        }
        return last
    }
}
