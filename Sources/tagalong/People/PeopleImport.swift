import API
import Access
import AddressBook
import ArgumentParser
import Files
import JSON
import Tracking

/// `tagalong people import`.
struct PeopleImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "See who of an address book is here, and whom you can invite.",
        discussion: """
            Reads a file of vCards of version 3.0 or 4.0 (.vcf), as phones and mail programs export it; of version \
            2.1 too. Nothing of it is kept, and nobody is told. A card that is broken is told of with its line on \
            standard error, and the others are read. At most \(AddressBook.mostBytes >> 20) MiB and \
            \(AddressBook.mostCards) cards.

            Examples:
              tagalong people import contacts.vcf --as kim
              tagalong people import contacts.vcf --as kim --json | jq -r '.[] | select(.standing == "here") | .account'
            """
    )

    @Argument(help: "The file of vCards; - for standard input.", completion: .file(extensions: ["vcf", "vcard"]))
    var file: String

    @OptionGroup var signIn: SignInOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let book = try read()
        let (access, account) = try person.open(settings)
        let mails = AddressBookLook.addresses(of: book)
        guard mails.count <= AddressBookLook.mostAddresses else {
            throw CommandFailure(
                .badInput, "\(file.printable): at most \(AddressBookLook.mostAddresses) mail addresses are expected"
            )
        }
        let standings = try access.contacts.standings(of: mails, for: account, at: SystemUTCClock().now)
        let signIn = try SignInChoice.read(SignInChoice.path(flag: signIn.signIn, settings), mayWithhold: true)
        let look = AddressBookLook(book, standings, mayInvite: signIn.registration != .closed)
        for skipped in book.skipped { try Output.error.write("\(file.printable): \("\(skipped)".printable)\n") }
        if book.skippedCount > book.skipped.count {
            try Output.error.write("\(file.printable): \(book.skippedCount) cards could not be read\n")
        }
        try Listing.print(
            look.lines.map(BookLine.init), asJSON: output.json, whenEmpty: "Nobody in this file could be read."
        )
    }

    private func read() throws -> AddressBook {
        let path = file == "-" ? "/dev/stdin" : file
        if case .bytes(let size) = FileReader.extent(of: path), size > AddressBook.mostBytes {
            throw CommandFailure(.badInput, "\(file.printable): \(AddressBookError.tooLarge)")
        }
        guard let bytes = try FileReader.read(path, limit: AddressBook.mostBytes) else {
            throw CommandFailure(.badInput, "\(file.printable): there is no such file")
        }
        do { return try AddressBook(vCards: bytes) } catch {
            throw CommandFailure(.badInput, "\(file.printable): \(error)")
        }
    }
}

/// Somebody in an address book, as they are listed.
private struct BookLine: ListRow {
    let line: AddressBookLook.Line

    init(_ line: AddressBookLook.Line) { self.line = line }

    static let columns = ["NAME", "MAIL", "STANDING", "ACCOUNT"]

    var cells: [String] {
        [
            line.name.printable, line.mail?.text ?? Phrases.unknown, line.phrase,
            line.account?.text ?? Phrases.unknown,
        ]
    }

    var json: JSONValue {
        .object([
            "line": .whole(Int64(line.line)),
            "name": .text(line.name),
            "standing": .text(line.standing.rawValue),
            "mails": .list(line.mails.map { .text($0.text) }),
            "mail": line.mail.map { .text($0.text) },
            "account": line.account.map { .text($0.text) },
            "called": line.called.map { .text($0) },
            "invited": line.invited.map { .time($0) },
        ])
    }
}

extension AddressBookLook.Line {
    fileprivate var phrase: String {
        switch standing {
        case .oneself: "yourself"
        case .contact: "contact"
        case .asking: "asks you"
        case .asked: "asked"
        case .here: "here"
        case .invited: "invited" + (invited.map { " \(Phrases.time($0))" } ?? "")
        case .invitable: "can be invited"
        case .unknown: "not known"
        case .unreachable: "no mail address"
        }
    }
}
