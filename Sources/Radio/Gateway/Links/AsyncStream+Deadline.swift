import Tracking

extension AsyncStream where Element: Sendable {
    /// The first element that something is made of; nil when the stream ends or the time is over before.
    func first<Made: Sendable>(
        until deadline: Timestamp, by clock: any UTCClock, _ make: @escaping @Sendable (Element) -> Made?
    ) async -> Made? {
        await withTaskGroup(of: Made?.self) { group in
            group.addTask {
                for await element in self {
                    if let made = make(element) { return made }
                }
                return nil
            }
            group.addTask {
                try? await clock.sleep(until: deadline, tolerance: nil)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
