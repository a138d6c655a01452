import Access
import TestSupport
import Tracking

/// People with names that are as unevenly common as real ones.
struct Town {
    private var chance = SeededGenerator(seed: 21)

    private static let firstNames = Self.words(400, seed: 1)
    private static let lastNames = Self.words(4000, seed: 2)
    private static let places = Self.words(300, seed: 3)

    /// A person of a number.
    mutating func person(_ number: Int) throws -> (account: Name, profile: Profile) {
        let name = [one(Self.firstNames), one(Self.firstNames), one(Self.lastNames)].joined(separator: " ")
        let profile = Profile(
            name: name,
            town: one(Self.places),
            school: one(Self.places),
            employer: "\(one(Self.lastNames)) AG",
            shown: [.name, .town, .school, .employer],
            entries: [
                ProfileEntry(section: .personal, kind: .phone, label: "mobile", value: "+41 79 \(1_000_000 + number)"),
                ProfileEntry(section: .work, kind: .mail, value: "p\(number)@example.org"),
            ]
        )
        return (try Name("p\(number)"), profile)
    }

    /// Zipf's law, roughly: the first is as common as the next ten together.
    private mutating func one(_ words: [String]) -> String {
        let share = Double.random(in: 0..<1, using: &chance)
        return words[min(words.count - 1, Int(Double(words.count) * share * share * share))]
    }

    /// Words of syllables, many of which begin with "ma".
    private static func words(_ count: Int, seed: UInt64) -> [String] {
        var chance = SeededGenerator(seed: seed)
        let syllables = ["ma", "ri", "an", "na", "mu", "ster", "ber", "li", "tho", "mas", "é", "ü", "san", "dra", "ko"]
        return (0..<count).map { number in
            let first = number.isMultiple(of: 5) ? "ma" : syllables.randomElement(using: &chance) ?? ""
            let rest = (0..<Int.random(in: 1...3, using: &chance)).map { _ in
                syllables.randomElement(using: &chance) ?? ""
            }
            return (first + rest.joined()).capitalizedFirst
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
