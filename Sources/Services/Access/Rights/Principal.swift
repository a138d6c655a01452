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
    /// The id of the token that it is by; nil for a session.
    public var token: String?
    /// The id of the share link that it is by; nil for an account itself.
    public var link: String?

    public init(
        account: Name?,
        isAdministrator: Bool,
        grants: [Grant] = [],
        scope: Scope = .admin,
        token: String? = nil,
        link: String? = nil
    ) {
        (self.account, self.isAdministrator, self.grants) = (account, isAdministrator, grants)
        (self.scope, self.token, self.link) = (scope, token, link)
    }

    /// Anybody at a console without a passcode, which listens to its own machine only.
    public static let anybody = Principal(account: nil, isAdministrator: true)

    /// What the principal may do with a device: the most exact grant counts.
    public func right(on device: DeviceID) -> Right {
        if isAdministrator { return scope.right }
        return min(grant(on: device)?.right ?? .none, scope.right)
    }

    /// What the principal may do with those of an owner's devices that no grant names.
    public func right(onAllOf owner: Name) -> Right {
        if isAdministrator { return scope.right }
        return min(grants.last { $0.owner == owner && $0.tracker == nil }?.right ?? .none, scope.right)
    }

    /// Whether the principal is told of a device by area only.
    public func isByArea(_ device: DeviceID) -> Bool { !isAdministrator && grant(on: device)?.isByArea ?? false }

    private func grant(on device: DeviceID) -> Grant? {
        grants.last { $0.owner == device.owner && $0.tracker == device.device }
            ?? grants.last { $0.owner == device.owner && $0.tracker == nil }
    }

    /// Whether the principal may do that much with a device.
    public func may(_ right: Right, _ device: DeviceID) -> Bool { self.right(on: device) >= right }

    /// Whether the principal may do that much with every device that there is.
    public func maySeeAll(_ right: Right) -> Bool { isAdministrator && scope.right >= right }

    /// Whether the principal may manage what is not one item's: gateways, accounts, settings.
    public var mayAdminister: Bool { isAdministrator && scope == .admin }

    /// Whether the principal may do that much with an owner's guard list, which says where the owner was: the owner, by
    /// the account of that name, and administrators.
    public func mayGuard(_ owner: Name, _ right: Right) -> Bool {
        mayAdminister || account == owner && link == nil && scope.right >= right
    }

    /// Whether the principal may read the numbers of the service, which tell how much happens to everybody's things.
    public var mayReadMetrics: Bool { mayAdminister || scope == .metrics }
}
