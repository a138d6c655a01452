public import Tracking

extension Principal {
    /// Whether the principal may do that much with an owner's reminders: the owner, by the account of that name,
    /// administrators, and who may do it with all of the owner's things.
    ///
    /// What is found of a reminder's conditions says where the owner is and when the owner has time. So neither who may do
    /// it with some of the things only, nor who is told of one by area, may see any of them. That holds for the owner's own
    /// account as well where administrators have granted it anything of the owner's: then it sees by reminders no more than by
    /// that. An account of an owner's name that they have granted nothing of the owner's has its own reminders.
    public func mayRemind(_ owner: Name, _ right: Right) -> Bool {
        guard isVerified, link == nil, right > .none, scope.right >= right else { return false }
        if isAdministrator { return true }
        let isOwner = account == owner
        if isOwner, !grants.contains(where: { $0.owner == owner }) { return true }
        // What owners change of their own tells them where things are and were, and commands none of these.
        let needed = isOwner ? min(right, .history) : right
        let exact = shares.filter { $0.exceptions.isEmpty }.map(\.grant) + grants
        guard exact.contains(where: { $0.owner == owner && $0.tracker == nil && !$0.isByArea && $0.right >= needed })
        else { return false }
        return grants.filter { $0.owner == owner }.compactMap(\.tracker).allSatisfy { tracker in
            let device = DeviceID(owner: owner, device: tracker)
            return may(needed, device) && !isByArea(device)
        }
    }

    /// Whether the principal may find out what an owner's calendar says, by conditions that it makes or tries: of those who
    /// may see the owner's reminders the owner, by the account of that name, and administrators, whatever their token is for.
    ///
    /// A share of things is none of the calendar.
    public func maySearchCalendar(of owner: Name) -> Bool {
        (isAdministrator || account == owner) && mayRemind(owner, .lastPosition)
    }

    /// The owners whose reminders the principal may do that much with; nil for all that there are.
    public func ownersToRemind(_ right: Right) -> Set<Name>? {
        if maySeeAll(right) { return nil }
        let named = grants.map(\.owner) + shares.map(\.grant.owner) + (account.map { [$0] } ?? [])
        return Set(named).filter { mayRemind($0, right) }
    }
}
