import Foundation

extension Requirement {
    /// What of an item is open to who is told of it by area only, because it is shown so, or says nothing of where.
    ///
    /// What is not named here is closed to them: a new route is until somebody has thought of it.
    private static let openByArea: Set = ["", "photo", "rules", "fixes", "export", "retention"]

    /// Whether a path of an item is open to who is told of it by area only.
    static func isOpenByArea(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.starts(with: ["api", "v1"]), (5...6).contains(parts.count) else { return false }
        let rest = parts.count == 6 ? parts[5] : ""
        return parts[2] == "items" ? openByArea.contains(rest) : parts[2] == "trackers" && rest.isEmpty
    }
}
