import Access
import Foundation
import HTTPTypes
import Tracking

/// What somebody must be allowed for a request.
///
/// A path that is not named here needs an administrator: a new route is closed until somebody opens it.
enum Requirement: Hashable, Sendable {
    /// Anybody: there is nothing of anybody's.
    case open
    /// Anybody who may log in; the route itself leaves out what is not theirs.
    case somebody
    case device(DeviceID, Right)
    case administrator
    /// The numbers of the service.
    case metrics

    init(_ method: HTTPRequest.Method, path: String) {
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        let isReading = method == .get || method == .head
        switch (parts.first, parts.dropFirst().first) {
        case ("api", "v1"): self = .v1(parts.dropFirst(2), isReading)
        case ("api", "0"), ("ws", _), ("pub", nil): self = .somebody
        case ("metrics", nil): self = .metrics
        case ("api", _): self = .administrator
        // Pages hold nothing of anybody's: they ask for it.
        default: self = isReading ? .open : .administrator
        }
    }

    private static func v1(_ parts: ArraySlice<String>, _ isReading: Bool) -> Requirement {
        switch parts.first {
        case "openapi.json" where isReading, "session": return .open
        case "passcode", "passkeys", "operations", "accounts", "looks": return .somebody
        case "alerts", "events", "trackers", "server":
            return isReading ? (parts.count == 1 ? .somebody : item(parts.dropFirst(), true)) : .administrator
        case "items":
            return parts.count == 1 ? (isReading ? .somebody : .administrator) : item(parts.dropFirst(), isReading)
        default: return .administrator
        }
    }

    /// `OWNER/TRACKER` and what of it.
    private static func item(_ parts: ArraySlice<String>, _ isReading: Bool) -> Requirement {
        let parts = Array(parts)
        guard parts.count >= 2, let owner = try? Name(parts[0]), let tracker = try? Name(parts[1]) else {
            return .administrator
        }
        let device = DeviceID(owner: owner, device: tracker)
        guard isReading else { return .device(device, .command) }
        let isLast = parts.count == 2 || ["photo", "rules", "places", "evidence"].contains(parts[2])
        return .device(device, isLast ? .lastPosition : .history)
    }
}
