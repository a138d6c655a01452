public import Messages
public import Store
public import Tracking

extension HistoryCore {
    /// Stores fixes of a device that come out of files, and goes on as if they had always been there.
    ///
    /// No level changes by them and no alert is raised, as after a restart: a newer fix becomes the last one, and what
    /// follows from it is told by the next one that arrives.
    ///
    /// - Throws: What the body throws, or ``StoreError``; then nothing is stored.
    public mutating func takeRecorded<Value>(
        of device: DeviceID,
        at now: Timestamp,
        _ body: (inout StoreTransaction, _ keptSince: Timestamp?) throws -> Value
    ) throws -> (value: Value, messages: [Message]) {
        // Nothing in memory changes before the commit, so that a file that is refused leaves no trace.
        let start = parts.retention.start(of: device, at: now)
        let value = try store.write { try body(&$0, start) }
        do {
            let row = try store.device(device)
            let news = try row.map { try parts.positions.adoptRecorded($0, from: store, &parts.watches) } ?? []
            return (value, try commit(at: now) { _, batch in batch.answer(news) })
        } catch {
            // They are stored: whoever comes next reads everything again.
            mustLoad = true
            return (value, [])
        }
    }
}
