internal import Reminders
internal import Tracking

/// What was searched for lately, in memory only: what people look for is nobody's business.
typealias SearchMemory = Remembered<FactRequest, [Spot], Timestamp>

extension SearchMemory {
    /// Nothing yet; an answer is kept for a day.
    init() { self.init(for: .seconds(86_400), most: 200) }
}
