import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong people find`.
struct PeopleFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find people and groups by words, your own first, at most \(PeopleSearch.most).",
        discussion: """
            Every word has to be there, from two letters on also as the beginning of a word, whatever its case \
            and accents. A phrase in quotes has to stand there word for word. Found are people by what they show \
            to everybody, open groups, and your contacts and groups. A whole mail address finds who lets \
            themselves be found by it.

            Examples:
              tagalong people find muster bern
              tagalong people find '"anna maria"'
              tagalong people find anna@example.org
            """
    )

    @Argument(help: "The words to look for.")
    var words: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let text = words.joined(separator: " ")
        guard PeopleSearch.accepts(text) else {
            throw CommandFailure(.badInput, "the words: \(PeopleSearch.expected) is expected")
        }
        let hits = try access.peopleSearch.find(text, for: account, at: SystemUTCClock().now)
        try Listing.print(
            hits.map(HitLine.init),
            asJSON: output.json,
            whenEmpty: "Nobody and no group is found for '\(text.printable)'."
        )
    }
}

/// What a search has found, as it is listed.
struct HitLine: ListRow {
    let hit: SearchHit

    init(_ hit: SearchHit) { self.hit = hit }

    static let columns = ["NAME", "WHO", "TOWN", "SCHOOL", "EMPLOYER", "STANDING"]

    var cells: [String] {
        switch hit {
        case .person(let person):
            [
                person.name.printable, person.account.text, person.town?.printable ?? Phrases.unknown,
                person.school?.printable ?? Phrases.unknown, person.employer?.printable ?? Phrases.unknown,
                person.standing.phrase,
            ]
        case .group(let group):
            [
                group.name.printable, "group \(group.id)", Phrases.unknown, Phrases.unknown, Phrases.unknown,
                group.isMember ? "your group" : "open group",
            ]
        }
    }

    var json: JSONValue {
        switch hit {
        case .person(let person):
            var json = person.json(withEntries: false)
            json["kind"] = .text("person")
            return json
        case .group(let group):
            return .object([
                "kind": .text("group"),
                "id": .text(group.id),
                "name": .text(group.name),
                "description": .text(group.description),
                "open": .flag(group.isOpen),
                "member": .flag(group.isMember),
            ])
        }
    }
}
