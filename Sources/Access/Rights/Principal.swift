public import Tracking

/// Who asks, and what that one may.
public struct Principal: Hashable, Sendable {
    /// Nil where nobody needs to log in.
    public var account: Name?
    /// May do everything, the accounts included.
    public var isAdministrator: Bool
    public var grants: [Grant]
    /// What the way of logging in allows at most.
    public var scope: Scope

    public init(account: Name?, isAdministrator: Bool, grants: [Grant] = [], scope: Scope = .admin) {
        (self.account, self.isAdministrator, self.grants, self.scope) = (account, isAdministrator, grants, scope)
    }

    /// Anybody at a console without a passcode, which listens to its own machine only.
    public static let anybody = Principal(account: nil, isAdministrator: true)

    /// What the principal may do with a device.
    ///
    /// - Parameter device: Which; the most exact grant counts.
    /// - Returns: The right.
    public func right(on device: DeviceID) -> Right {
        if isAdministrator { return scope.right }
        let exact = grants.last { $0.owner == device.owner && $0.tracker == device.device }
        let whole = grants.last { $0.owner == device.owner && $0.tracker == nil }
        return min((exact ?? whole)?.right ?? .none, scope.right)
    }

    /// Whether the principal may do that much with a device.
    public func may(_ right: Right, _ device: DeviceID) -> Bool { self.right(on: device) >= right }

    /// Whether the principal may manage what is not one item's: gateways, accounts, settings.
    public var mayAdminister: Bool { isAdministrator && scope == .admin }
}
