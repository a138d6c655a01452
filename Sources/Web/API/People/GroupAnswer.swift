import Access
import Tracking

/// A group in a list, as it is answered.
struct GroupAnswer: Encodable {
    let id, name, description: String
    let open: Bool
    let members: Int
    /// What the one who asks is in it.
    let role: String
    let invitedBy: String?
    let creator: String?
    let created: String
    /// Where its picture is; nil for none.
    let picture: String?

    init(_ group: UserGroup) {
        (id, name, description, open) = (group.id, group.name, group.description, group.isOpen)
        (members, role) = (group.members, group.role.word)
        invitedBy = if case .invited(let inviter) = group.role { inviter.text } else { nil }
        // Who is not in it sees nobody of it.
        creator = group.role.isMember ? group.creator?.text : nil
        created = group.created.description
        picture = group.picture.map { "/api/v1/groups/\(group.id)/picture?v=\($0.milliseconds)" }
    }
}

/// All that one sees of a group: who is in it and what one gives it only as a member, who is invited only as an admin.
struct GroupDetail: Encodable {
    let group: GroupAnswer
    let people: [Member]?
    let membership: Gift?
    let invitations: [Invitation]?

    struct Member: Encodable {
        let account, name: String
        let admin: Bool
        let joined: String
        let picture: String?
    }

    struct Gift: Encodable {
        let level, things: [String]
    }

    struct Invitation: Encodable {
        let account, name, inviter, invited: String
    }

    init(_ id: String, _ access: AccessControl, for account: Name) throws(AccessError) {
        let groups = access.groups
        let found = try groups.group(id, for: account)
        group = GroupAnswer(found)
        guard found.role.isMember else {
            (people, membership, invitations) = (nil, nil, nil)
            return
        }
        people = try groups.members(of: id, for: account).map { member in
            Member(
                account: member.account.text,
                name: member.name,
                admin: member.isAdmin,
                joined: member.joined.description,
                picture: member.picture.map { "/api/v1/people/\(member.account)/picture?v=\($0.milliseconds)" }
            )
        }
        let given = try groups.membership(of: account, in: id)
        membership = Gift(level: given.level.words, things: given.things.map(\.description))
        guard found.role == .admin else {
            invitations = nil
            return
        }
        invitations = try groups.invitations(to: id, for: account).map { invitation in
            Invitation(
                account: invitation.account.text,
                name: invitation.name,
                inviter: invitation.inviter.text,
                invited: invitation.invited.description
            )
        }
    }
}
