import Messages
public import Store
import Tracking

extension HistoryCore {
    /// Connects an owner's calendar in place of the one before, or forgets it.
    ///
    /// - Returns: False where there is none to forget, and what there is to publish.
    /// - Throws: ``StoreError``; then nothing is changed.
    mutating func setCalendar(
        _ place: [UInt8]?, of owner: Name, at now: Timestamp
    ) throws -> (value: Bool, messages: [Message]) {
        var isDone = true
        let messages = try commit(at: now) { _, batch in
            if let place {
                try batch.transaction.save(CalendarRow(owner: owner, place: place, updated: now))
            } else {
                isDone = try batch.transaction.removeCalendar(of: owner)
            }
        }
        calendarsHaveChanged = calendarsHaveChanged || isDone
        return (isDone, messages)
    }

    /// The calendars that people have connected, where they have become others since this was last asked.
    ///
    /// - Throws: ``StoreError``; then it is asked again.
    public mutating func takeCalendars() throws -> [CalendarRow]? {
        guard calendarsHaveChanged else { return nil }
        let rows = try store.calendars()
        calendarsHaveChanged = false
        return rows
    }
}
