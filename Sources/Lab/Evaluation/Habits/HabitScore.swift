import Habits

/// How good suggestions on simulated weeks were.
public struct HabitScore: Hashable, Sendable {
    /// One thing, one kind of phone, or all.
    public struct Part: Hashable, Sendable {
        /// Nil for all.
        public let name: String?
        /// How many suggestions were right, of all.
        public let precision: BinomialInterval
        /// How many habits were found, of all.
        public let recall: BinomialInterval
    }

    public let persons: Int
    public let all: Part
    public let things: [Part]
    /// By how often the phone tells where it is.
    public let phones: [Part]
    /// The same for the first ``HabitFinder/few`` of each person.
    public let few: BinomialInterval
    /// What was suggested and was not right, in words.
    public let wrong: [String]

    init(_ outcomes: [HabitRun.Outcome]) {
        persons = outcomes.count
        let offers = outcomes.flatMap(\.offers)
        let habits = outcomes.flatMap(\.habits)
        func part(_ name: String?, _ offers: [HabitRun.Outcome.Offer], _ habits: [HabitRun.Outcome.Habit]) -> Part {
            Part(
                name: name,
                precision: BinomialInterval(offers.count(where: \.isRight), of: offers.count),
                recall: BinomialInterval(habits.count(where: \.isFound), of: habits.count)
            )
        }
        all = part(nil, offers, habits)
        things = Set(offers.map(\.thing) + habits.map(\.thing)).sorted().map { name in
            part(name, offers.filter { $0.thing == name }, habits.filter { $0.thing == name })
        }
        phones = [true, false].map { isOften in
            let own = outcomes.filter { $0.isOften == isOften }
            let name = isOften ? "phone tells at rest too" : "phone tells on the way only"
            return part(name, own.flatMap(\.offers), own.flatMap(\.habits))
        }
        let first = outcomes.flatMap { $0.offers.prefix(HabitFinder.few) }
        few = BinomialInterval(first.count(where: \.isRight), of: first.count)
        wrong = offers.filter { !$0.isRight }.map(\.text)
    }
}
