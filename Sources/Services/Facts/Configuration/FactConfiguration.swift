/// Who is asked for facts from outside, by `facts.yaml`.
public struct FactConfiguration: Sendable {
    var sources: FixedSources
    /// How many bytes may come in a day of UTC, from all sources together.
    public var budget: Int
    /// How often a calendar is asked for.
    public var refresh: Duration
    /// What this machine calls itself.
    var userAgent = "tagalong"

    /// 10 MiB.
    static let usualBudget = 10 << 20

    init(sources: FixedSources, budget: Int = usualBudget, refresh: Duration = .seconds(900)) {
        (self.sources, self.budget, self.refresh) = (sources, budget, refresh)
    }
}
