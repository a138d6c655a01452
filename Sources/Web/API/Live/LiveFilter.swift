import Access
import HTTPTypes
import Reminders
import Tracking
import Web

/// Which events somebody wants.
struct LiveFilter: Hashable, Sendable {
    /// Nil for all devices; then gateways, too, which belong to no item.
    var items: Set<DeviceID>?
    var kinds: Set<LiveKind>
    /// Whether the service's own heartbeats are told.
    var wantsBeats = false
    /// Who reads; what is not theirs is left out.
    var viewer = Principal.anybody
    /// What the reader must be allowed to hear of fixes: a stream of them is a history, unless they are not told and
    /// only say that there is another last one.
    var rightToFixes = Right.history

    static let everything = LiveFilter(items: nil, kinds: Set(LiveKind.allCases))

    func matches(_ event: LiveEvent) -> Bool {
        guard kinds.contains(event.kind), isVisible(event) else { return false }
        guard let items, case .device(let device) = event.subject else { return true }
        return items.contains(device)
    }

    private func isVisible(_ event: LiveEvent) -> Bool {
        let device: DeviceID
        switch event.subject {
        case .device(let subject): device = subject
        case .gateway: return viewer.mayAdminister
        case .owner(let owner): return viewer.mayGuard(owner, .history)
        case .reminder(let id):
            return viewer.mayRemind(id.owner, event.kind == .reminderEvent ? .history : .lastPosition)
        case .account(let account): return viewer.account == account && viewer.mayMeetPeople
        case .console: return viewer.scope != .people
        }
        switch event.kind {
        case .fix: return viewer.may(rightToFixes, device)
        // A stream of alerts is a history.
        case .alert: return viewer.may(.history, device)
        default: return viewer.may(.lastPosition, device)
        }
    }
}

extension LiveFilter {
    /// Reads `items` and `types` of a query: lists of `OWNER/TRACKER` and of the names of kinds, with commas between;
    /// none for all.
    init(items: [String], types: [String]) throws(Problem) {
        var (devices, kinds) = (Set<DeviceID>(), Set<LiveKind>())
        for text in items.flatMap(Self.words) { devices.insert(try Self.device(text)) }
        for text in types.flatMap(Self.words) where text != Self.beat {
            guard let kind = LiveKind(rawValue: text) else {
                let all = (LiveKind.allCases.map(\.rawValue) + [Self.beat]).joined(separator: ", ")
                throw Problem(.badRequest, "types: one of \(all) is expected, found '\(text.excerpt(80))'")
            }
            kinds.insert(kind)
        }
        self.items = items.isEmpty ? nil : devices
        wantsBeats = types.isEmpty || types.flatMap(Self.words).contains(Self.beat)
        self.kinds = types.isEmpty ? Set(LiveKind.allCases) : kinds
    }

    /// The same for somebody who reads: a token for people hears of the own inbox only.
    init(items: [String], types: [String], for viewer: Principal) throws(Problem) {
        guard viewer.scope == .people else {
            try self.init(items: items, types: types)
            self.viewer = viewer
            return
        }
        let all = [LiveKind.inbox.rawValue, Self.beat]
        guard items.isEmpty, types.flatMap(Self.words).allSatisfy(all.contains) else { throw Problem.forbidden }
        try self.init(items: [], types: types.isEmpty ? all : types)
        self.viewer = viewer
    }

    /// The type of the heartbeats, which are no news of anything.
    private static let beat = "beat"

    private static func words(_ list: String) -> [String] { list.split(separator: ",").map { String($0) } }

    private static func device(_ text: String) throws(Problem) -> DeviceID {
        let names = text.split(separator: "/", omittingEmptySubsequences: false)
        if names.count == 2, let owner = try? Name(names[0]), let device = try? Name(names[1]) {
            return DeviceID(owner: owner, device: device)
        }
        throw Problem(.badRequest, "items: OWNER/TRACKER is expected, found '\(text.prefix(160))'")
    }
}
