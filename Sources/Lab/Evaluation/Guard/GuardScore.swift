/// What a method told on simulated days.
public struct GuardScore: Hashable, Sendable {
    /// How one kind of person, or one kind of adversary, fared.
    public struct Part: Hashable, Sendable {
        /// Which person or adversary; nil for all.
        public let name: String?
        /// False notices a person-day.
        public let falseNotices: PoissonInterval
        /// How many were followed on two independent legs.
        public let followed: Int
        /// How many of them were never told.
        public let missed: BinomialInterval
        /// Seconds from the end of the second leg: half of the notices were there.
        public let medianDelay: Double
        /// The same for nineteen of twenty; what was missed counts as later than all.
        public let longDelay: Double
    }

    public let method: String
    public let all: Part
    /// Without a hidden tag, by person.
    public let persons: [Part]
    /// With one, by what it does against being found and by how often the phone reports.
    public let adversaries: [Part]
    /// How many tags of others a person heard in a day.
    public let tagsPerDay: Double

    init(method: String, runs: [(run: GuardRun, outcome: GuardRun.Outcome)]) {
        self.method = method
        func part(_ name: String?, _ runs: [(run: GuardRun, outcome: GuardRun.Outcome)]) -> Part {
            let free = runs.filter { $0.run.adversary == nil }
            let followed = runs.filter { $0.outcome.isFollowed }
            let delays = followed.map { $0.outcome.delays[method] ?? .infinity }.sorted()
            return Part(
                name: name,
                falseNotices: PoissonInterval(
                    free.reduce(0) { $0 + ($1.outcome.falseNotices[method] ?? 0) },
                    in: Double(free.reduce(0) { $0 + $1.run.days })
                ),
                followed: followed.count,
                missed: BinomialInterval(delays.count { !$0.isFinite }, of: delays.count),
                medianDelay: Statistics.rank(0.5, ofSorted: delays), longDelay: Statistics.rank(0.95, ofSorted: delays)
            )
        }
        all = part(nil, runs)
        persons = GuardPerson.allCases.map { person in
            part(person.rawValue, runs.filter { $0.run.adversary == nil && $0.run.person == person })
        }
        adversaries = GuardAdversary.allCases.flatMap { adversary in
            [true, false].map { isOften in
                part(
                    "\(adversary.rawValue), phone reports \(isOften ? "often" : "rarely")",
                    runs.filter { $0.run.adversary == adversary && $0.run.phone.isOften == isOften }
                )
            }
        }
        let days = runs.reduce(0) { $0 + $1.run.days }
        tagsPerDay = days > 0 ? Double(runs.reduce(0) { $0 + $1.outcome.tags }) / Double(days) : .nan
    }
}
