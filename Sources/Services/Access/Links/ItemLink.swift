public import Tracking

/// A link by which whoever has it sees where one item is, without an account, until a time.
public struct ItemLink: Hashable, Sendable {
    /// Names the link where it is listed; no secret.
    public let id: String
    public let item: DeviceID
    /// When the item was added that it is of: a later one of the same name is another.
    public let itemCreated: Timestamp
    /// Who made it: it ends with that account, and with the account's right to command the item.
    public let account: Name
    /// Whether it tells the area only.
    public let isByArea: Bool
    /// What it is for; empty where nobody said.
    public let note: String
    public let created: Timestamp
    public let expires: Timestamp
    /// How often it was opened, and when last.
    public let openings: Int
    public let opened: Timestamp?

    /// How many links to one item are open at most.
    public static let most = 20
    /// How long a link lasts at most.
    public static let longest = Duration.seconds(30 * 24 * 3600)

    /// Who looks by it: somebody who may see the last position of that item, and nothing else.
    public var viewer: Principal {
        let grant = Grant(owner: item.owner, tracker: item.device, right: .lastPosition, isByArea: isByArea)
        return Principal(account: account, isAdministrator: false, grants: [grant], scope: .readLast, link: id)
    }
}
