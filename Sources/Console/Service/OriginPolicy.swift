import Foundation
import HTTPTypes

/// Which pages of other sites may talk with the console through a person's browser.
struct OriginPolicy: Sendable {
    let allowed: [String]

    /// Whether a request comes from a page of another site that nobody allowed.
    ///
    /// Programs send no `Origin`; browsers send one with everything but plain reading.
    func isForeign(_ origin: String?, host: String?) -> Bool {
        guard let origin, !isAllowed(origin) else { return false }
        guard let host, let scheme = origin.range(of: "://") else { return true }
        return origin[scheme.upperBound...].lowercased() != host.lowercased()
    }

    func isAllowed(_ origin: String) -> Bool {
        allowed.contains("*") || allowed.contains { $0.lowercased() == origin.lowercased() }
    }
}
