public import Tracking

/// Who asks, and what that one may.
public struct Principal: Hashable, Sendable {
    /// Nil where nobody needs to log in.
    public var account: Name?
    /// May do everything, the accounts included.
    public var isAdministrator: Bool
    public var grants: [Grant]
    /// What others share with the account.
    public var shares: [SharedThing]
    /// What the way of logging in allows at most.
    public var scope: Scope
    /// The id of the token that it is by; nil for a session.
    public var token: String?
    /// The id of the share link that it is by; nil for an account itself.
    public var link: String?
    /// False for who has registered and not yet shown that the mail address is theirs: that one may do nothing.
    public var isVerified = true

    public init(
        account: Name?,
        isAdministrator: Bool,
        grants: [Grant] = [],
        shares: [SharedThing] = [],
        scope: Scope = .admin,
        token: String? = nil,
        link: String? = nil
    ) {
        (self.account, self.isAdministrator, self.grants, self.shares) = (account, isAdministrator, grants, shares)
        (self.scope, self.token, self.link) = (scope, token, link)
    }

    /// Anybody at a console without a passcode, which listens to its own machine only.
    public static let anybody = Principal(account: nil, isAdministrator: true)

    /// What the principal may do with a device: of what administrators grant the most exact counts, and of that and all
    /// that is shared the most.
    public func right(on device: DeviceID) -> Right {
        if isAdministrator { return scope.right }
        return min(best(on: device)?.right ?? .none, scope.right)
    }

    /// What the principal may do with those of an owner's devices that no grant names.
    public func right(onAllOf owner: Name) -> Right {
        let shared = shares.filter { $0.grant.owner == owner && $0.grant.tracker == nil && $0.exceptions.isEmpty }
        return max(ownRight(onAllOf: owner), min(shared.map(\.grant.right).max() ?? .none, scope.right))
    }

    /// The same by grants of administrators alone.
    func ownRight(onAllOf owner: Name) -> Right {
        if isAdministrator { return scope.right }
        return min(grants.last { $0.owner == owner && $0.tracker == nil }?.right ?? .none, scope.right)
    }

    /// Whether the principal may let others see a device, by a link or a share: who may command it by what
    /// administrators grant, as what is shared is never passed on.
    public func mayPassOn(_ device: DeviceID) -> Bool {
        (isAdministrator ? scope.right : min(grant(on: device)?.right ?? .none, scope.right)) >= .command
    }

    /// Whether the principal is told of a device by area only.
    public func isByArea(_ device: DeviceID) -> Bool { !isAdministrator && best(on: device)?.isByArea ?? false }

    /// The grant or share that counts for a device: that with the highest right, and of equal ones an exact one.
    private func best(on device: DeviceID) -> Grant? {
        let granted = grant(on: device)
        if shares.isEmpty { return granted }
        let shared = shares.filter { $0.covers(device) }.map(\.grant)
        return (shared + (granted.map { [$0] } ?? [])).max {
            ($0.right, $0.isByArea ? 0 : 1) < ($1.right, $1.isByArea ? 0 : 1)
        }
    }

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
        mayAdminister || isVerified && account == owner && link == nil && scope.right >= right
    }

    /// Whether the principal may see and change what is the account's own among people: profile, contacts, groups, inbox.
    public var mayMeetPeople: Bool {
        isVerified && account != nil && link == nil && (scope == .admin || scope == .people)
    }

    /// Whether the principal may read the numbers of the service, which tell how much happens to everybody's things.
    public var mayReadMetrics: Bool { mayAdminister || scope == .metrics }
}
