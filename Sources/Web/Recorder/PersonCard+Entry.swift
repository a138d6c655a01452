import API
import Messages
import Store

extension PersonCard {
    /// What who is told areas only may know too.
    private static let innocent: Set<String> = ["name", "face"]

    /// A last position with the keys of the card that it has not, as the Recorder tells it; a `tid` of the card goes
    /// before one that we made up.
    func joined(to entry: [UInt8], of fix: StoredFix, isByArea: Bool) -> [UInt8] {
        guard var keys = try? ExtraKey.keys(of: entry) else { return entry }
        for key in message.keys where !isByArea || Self.innocent.contains(key.name) {
            guard let place = keys.firstIndex(where: { $0.name == key.name }) else {
                keys.append(key)
                continue
            }
            if key.name == ExtraKey.initialsName, !fix.hasOwnInitials { keys[place] = key }
        }
        return ExtraKey.object(keys)
    }
}
