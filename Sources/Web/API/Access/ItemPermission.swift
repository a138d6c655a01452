import Access
import Tracking

/// What somebody may do with an item, in the words of `may` of its answer: nothing else about it answers otherwise than
/// with 403.
enum ItemPermission: String, CaseIterable, Encodable {
    /// Read where it was, and its alerts.
    case history
    /// Read its trips, and search its positions by place.
    case routes
    case export
    /// Read what its level rests on.
    case evidence
    /// Read who else has looked.
    case looks
    /// Ring and locate it.
    case command
    /// Change its name, power, photo, rules and places.
    case change
    case acknowledge
    case delete
    /// Make links that show it to whoever has them, and end them.
    case share

    /// What the viewer may do with the item, in the order of the words.
    static func all(of viewer: Principal, on item: DeviceID) -> [ItemPermission] {
        allCases.filter { $0.isGranted(to: viewer, on: item) }
    }

    private func isGranted(to viewer: Principal, on item: DeviceID) -> Bool {
        switch self {
        case .history, .export: viewer.may(.history, item)
        case .routes: viewer.may(.history, item) && !viewer.isByArea(item)
        case .evidence: viewer.may(.lastPosition, item) && !viewer.isByArea(item)
        case .looks: viewer.mayReadAccessLog(of: item.owner)
        case .command, .change, .acknowledge: viewer.may(.command, item)
        case .delete: viewer.mayAdminister
        // A token may end before the link that it would have made; without accounts nobody comes from elsewhere.
        case .share: viewer.mayPassOn(item) && viewer.account != nil && viewer.token == nil
        }
    }
}

/// How exactly somebody is told where an item is.
enum ItemPrecision: String, CaseIterable, Encodable {
    case exact, area
}

extension Principal {
    /// Whether somebody may read who has looked at an owner's things: the owner, by the account of that name, and
    /// administrators.
    func mayReadAccessLog(of owner: Name?) -> Bool {
        mayAdminister || account != nil && (owner == nil || owner == account) && scope.right >= .history
    }
}
