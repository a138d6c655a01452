import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong groups list`.
struct GroupList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the groups that an account is in or invited to."
    )

    @OptionGroup var output: OutputOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, name) = try person.open(global.settings())
        let groups = try access.groups.groups(of: name).map(GroupLine.init)
        try Listing.print(groups, asJSON: output.json, whenEmpty: "\(name) is in no group: 'tagalong groups add NAME'.")
    }
}

/// A group as it is listed.
struct GroupLine: ListRow {
    let group: UserGroup

    init(_ group: UserGroup) { self.group = group }

    static let columns = ["ID", "GROUP", "MEMBERS", "ROLE", "OPEN", "DESCRIPTION"]

    var cells: [String] {
        let lines = group.description.split(whereSeparator: \.isNewline)
        return [
            group.id, group.name.printable, "\(group.members)", group.role.word, group.isOpen ? "yes" : "no",
            (lines.first.map(String.init) ?? "").printable + (lines.count > 1 ? " …" : ""),
        ]
    }

    var json: JSONValue {
        let inviter: JSONValue? = if case .invited(let name) = group.role { .text(name.text) } else { nil }
        return .object([
            "id": .text(group.id),
            "name": .text(group.name),
            "description": .text(group.description),
            "open": .flag(group.isOpen),
            "members": .integer(group.members),
            "role": .text(group.role.word),
            "invited_by": inviter,
            "creator": group.creator.map { .text($0.text) },
            "created": .time(group.created),
        ])
    }
}
