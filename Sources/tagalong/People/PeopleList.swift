import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong people list`.
struct PeopleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your contacts, by name."
    )

    @Option(help: ArgumentHelp("Only those a word of whose name begins so.", valueName: "text"))
    var name: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let people = try access.contacts.list(of: account, beginning: name)
        let hint = "There is no contact yet; look for people with 'tagalong people find'."
        try Listing.print(
            people.map(PersonLine.init),
            asJSON: output.json,
            whenEmpty: name.map { "No contact has a word in the name that begins with '\($0.printable)'." } ?? hint
        )
    }
}

/// `tagalong people requests`.
struct PeopleRequests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "List open requests: who asks you, and whom you have asked."
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let requests = try access.contacts.requests(of: account, at: SystemUTCClock().now)
        try Listing.print(
            (requests.received + requests.sent).map(RequestLine.init),
            asJSON: output.json,
            whenEmpty: "There is no open request."
        )
    }
}

/// An open request as it is listed.
struct RequestLine: ListRow {
    let person: PersonView

    init(_ person: PersonView) { self.person = person }

    static let columns = ["NAME", "ACCOUNT", "STANDING", "GRANTS", "ASKS FOR", "SINCE"]

    var cells: [String] {
        [
            person.name.printable, person.account.text, person.standing.phrase,
            person.request.map { SectionList.words($0.grants) } ?? Phrases.unknown,
            person.request.map { SectionList.words($0.wants) } ?? Phrases.unknown,
            person.request.map { Phrases.time($0.asked) } ?? Phrases.unknown,
        ]
    }

    var json: JSONValue { person.json(withEntries: false) }
}

/// `tagalong people show`.
struct PeopleShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a person as you see them."
    )

    @Argument(help: "The person's account.", completion: AccountNames.completion)
    var other: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let view = try access.profiles.person(Name(account: other), for: account, at: SystemUTCClock().now)
        try output.write(view.json(withEntries: true), or: view.lines)
    }
}
