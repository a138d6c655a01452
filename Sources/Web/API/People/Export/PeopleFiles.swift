import Access
import Foundation
import Store
import Tracking

/// What the archive of an account has of it among people, as JSON and pictures.
struct PeopleFiles {
    private let portrait: PeoplePortrait

    init(_ portrait: PeoplePortrait) { self.portrait = portrait }

    func all() throws -> [(name: String, bytes: [UInt8])] {
        let texts = [
            ("people.json", try ArchiveJSON.bytes(people)), ("inbox.json", try ArchiveJSON.bytes(inbox)),
            ("found-pages.json", try ArchiveJSON.bytes(foundPages)),
        ]
        let picture = portrait.picture.map { [("picture.\($0.ending)", $0.data)] } ?? []
        let groups = portrait.groupPictures.sorted { $0.key < $1.key }.map { id, picture in
            ("groups/\(id).\(picture.ending)", picture.data)
        }
        return texts + picture + groups
    }

    private var people: [String: Any] {
        var members: [String: Any] = [
            "contacts": portrait.contacts.map { contact in
                Self.known(
                    ["account": contact.account, "since": contact.since],
                    ["grants": contact.granted.words, "granted_by_them": contact.grantedByThem.words]
                )
            },
            "requests": portrait.requests.map { request in
                Self.known(
                    [
                        "from": request.asker, "to": request.asked, "time": request.request.asked,
                        "rejected": request.rejected, "withdrawn": request.withdrawn,
                    ],
                    ["grants": request.request.grants.words, "wants": request.request.wants.words]
                )
            },
            "groups": portrait.groups.map(Self.group),
            "invitations": portrait.invitations.map { invitation in
                Self.known(
                    [
                        "group": invitation.group, "name": invitation.groupName, "account": invitation.account,
                        "by": invitation.inviter, "time": invitation.invited,
                    ], ["open": invitation.isOpen]
                )
            },
            "invitations_by_mail": portrait.mailInvitations.map { invitation in
                Self.known(
                    [
                        "mail": invitation.mail, "group": invitation.group, "time": invitation.sent,
                        "expires": invitation.expires,
                    ],
                    ["grants": invitation.level.words]
                )
            },
            "shares": portrait.shares.map { share in
                Self.known([
                    "by": share.giver, "to": share.account, "to_group": share.group, "grant": share.grant,
                    "created": share.created,
                ])
            },
        ]
        members["profile"] = portrait.profile.map(Self.profile)
        return members
    }

    private static func profile(_ profile: Profile) -> [String: Any] {
        let fields = [("town", profile.town), ("school", profile.school), ("employer", profile.employer)]
        var members = known(["name": profile.name, "updated": profile.updated])
        for (field, text) in fields where !text.isEmpty { members[field] = text }
        members["shown"] = profile.shown.sorted().map(\.rawValue)
        members["entries"] = profile.entries.map { entry in
            [
                "section": entry.section.rawValue, "kind": entry.kind.rawValue, "label": entry.label,
                "value": entry.value,
            ]
        }
        return members
    }

    private static func group(_ group: PeoplePortrait.Group) -> [String: Any] {
        var members = known(
            ["id": group.id, "name": group.name, "created": group.created],
            ["open": group.isOpen, "creator": group.isCreator]
        )
        // What others have written of it is theirs.
        if group.isCreator { members["description"] = group.description }
        guard let membership = group.membership else { return members }
        members["joined"] = "\(membership.joined)"
        members["admin"] = membership.isAdmin
        members["grants"] = membership.level.words
        return members
    }

    private var inbox: [String: Any] {
        [
            "silenced": portrait.silenced.map(\.rawValue).sorted(),
            "notices": portrait.notices.map { notice in
                Self.known(
                    [
                        "time": notice.time, "kind": notice.kind.rawValue, "account": notice.about,
                        "group": notice.group, "item": notice.item, "text": notice.text.isEmpty ? nil : notice.text,
                        "message": notice.finder?.id,
                    ],
                    ["read": notice.isRead]
                )
            },
        ]
    }

    private var foundPages: [[String: Any]] {
        portrait.foundPages.map { page in
            Self.known(
                [
                    "item": page.item, "code": page.code, "message": page.look.message,
                    "section": page.look.section?.rawValue, "created": page.created, "code_created": page.codeCreated,
                ],
                [
                    "photo": page.look.showsPhoto,
                    "messages": (portrait.finderMessages[page.id] ?? []).map(Self.message),
                ]
            )
        }
    }

    private static func message(_ message: FinderMessage) -> [String: Any] {
        let content = message.content
        var members = known([
            "id": message.id, "time": message.time, "text": content.text,
            "contact": content.contact.isEmpty ? nil : content.contact,
        ])
        members["position"] = content.position.map { position in
            [
                "lat": position.coordinate.latitude, "lon": position.coordinate.longitude,
                "accuracy_m": Double(position.accuracy),
            ]
        }
        return members
    }

    /// The members that have a value, as texts, and some more.
    private static func known(
        _ members: [String: (any CustomStringConvertible)?], _ more: [String: Any] = [:]
    ) -> [String: Any] {
        var all: [String: Any] = members.compactMapValues { $0?.description }
        all.merge(more) { $1 }
        return all
    }
}

extension PhotoRow {
    /// How a file of it is called at its end.
    var ending: Substring { kind.rawValue.split(separator: "/").last ?? "bin" }
}
