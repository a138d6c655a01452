import Access
import ArgumentParser
import JSON
import Tracking

/// `tagalong groups show`.
struct GroupShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "List the members of a group.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var options: GroupOptions

    func run() async throws {
        let (access, name) = try options.person.open(options.global.settings())
        let group = try access.groups.group(options.group, for: name)
        guard group.role.isMember else {
            throw CommandFailure(.failure, "\(group.name.printable): only members see who is in it; join it first")
        }
        let members = try access.groups.members(of: group.id, for: name).map(MemberLine.init)
        try Listing.print(members, asJSON: output.json, whenEmpty: "")
    }
}

/// A member of a group as it is listed.
struct MemberLine: ListRow {
    let member: GroupMember

    init(_ member: GroupMember) { self.member = member }

    static let columns = ["ACCOUNT", "NAME", "ADMIN", "JOINED"]

    var cells: [String] {
        [member.account.text, member.name.printable, member.isAdmin ? "yes" : "no", Phrases.time(member.joined)]
    }

    var json: JSONValue {
        .object([
            "account": .text(member.account.text),
            "name": .text(member.name),
            "admin": .flag(member.isAdmin),
            "joined": .time(member.joined),
        ])
    }
}
