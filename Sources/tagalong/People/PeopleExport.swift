import API
import Access
import AddressBook
import ArgumentParser
import Files

/// `tagalong people export`.
struct PeopleExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write your contacts as a file of vCards, each with what they show you and nothing else.",
        discussion: """
            Without --out it is written to standard output. Pictures are not in it. A new file has mode 0600.

            Examples:
              tagalong people export --as kim --out contacts.vcf
              tagalong people export --as kim --vcard 3.0 --out old-phone.vcf
            """
    )

    @Option(
        name: [.customShort("o"), .customLong("out")], help: ArgumentHelp("File to write.", valueName: "file"),
        completion: .file(extensions: ["vcf"])
    )
    var out: String?

    @Option(
        help: ArgumentHelp("Version of the vCards: 3.0 or 4.0.", valueName: "version"),
        completion: .list(CardWriter.Version.allCases.map(\.rawValue))
    )
    var vcard = CardWriter.Version.v4.rawValue

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { _ = try version() }

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let people = try access.contacts.listWithEntries(of: account)
        let bytes = CardWriter.bytes(of: people.map(ContactCard.init), try version())
        guard let out else { return try Output.standard.write(String(decoding: bytes, as: UTF8.self)) }
        try FileDraft.replace(out, with: bytes)
        try Output.standard.write("\(out.printable): \(people.count) \(people.count == 1 ? "contact" : "contacts")\n")
    }

    private func version() throws(ValidationError) -> CardWriter.Version {
        guard let version = CardWriter.Version(rawValue: vcard) else {
            throw ValidationError("--vcard: '\(vcard.printable)' is given, 3.0 or 4.0 is expected.")
        }
        return version
    }
}
