import Access
import Feeds
import Foundation
import Hummingbird
import Messages
import Tracking
import Web

/// Whose position an app tells: as the address says, or a proxy, or what the app calls itself.
///
/// An app has one field for its name: there `OWNER/DEVICE` stands, or the device alone where the token may speak for one
/// owner only.
struct SourceSender: Sendable {
    private let owner: String?
    private let device: String?

    /// What stands outside of what the app tells: in the path, in a proxy's headers or in the query.
    struct Names: Sendable {
        let owner: String?
        let device: String?

        /// Whether nothing else has to say whose it is.
        var isWhole: Bool { owner != nil && device != nil }

        /// - Throws: ``Problem`` where one of them cannot be read.
        init(_ request: Request, _ context: ConsoleContext) throws(Problem) {
            let query = FieldList(request.uri.query ?? "")
            func name(_ parameter: String, _ header: String, _ field: String) throws(Problem) -> String? {
                if context.parameters.get(parameter) != nil { return try context.text(parameter) }
                if let name = PostRoutes.header(header, request) { return name }
                do { return try query.name(field) } catch { throw Problem(error) }
            }
            owner = try name("owner", "X-Limit-U", "u")
            device = try name("tracker", "X-Limit-D", "d")
        }
    }

    /// Who asks, with what the app calls itself.
    init(_ names: Names, told: String?) {
        let parts = told?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) ?? []
        owner = names.owner ?? (parts.count > 1 ? parts[0] : nil)
        device = names.device ?? parts.last
    }

    /// The device.
    ///
    /// - Throws: ``Problem`` when nobody says which, or what is said is no name.
    func device(for viewer: Principal) throws -> DeviceID {
        guard let device else {
            throw Problem(
                .badRequest,
                "a device is expected: in the path as OWNER/DEVICE, as ?u=OWNER&d=DEVICE, or as what the app calls itself"
            )
        }
        guard let owner = owner ?? viewer.onlyOwner?.ownTracks else {
            throw Problem(
                .badRequest,
                "whose '\(device.excerpt(80))' is it? OWNER/DEVICE is expected in the path or as what the app calls itself"
            )
        }
        return try PostRoutes.device(owner, device, field: "owner")
    }
}

extension Principal {
    /// The owner whose things alone the principal may command.
    fileprivate var onlyOwner: Name? {
        guard !isAdministrator, scope.right >= .command else { return nil }
        let owners = Set(grants.filter { $0.right >= .command }.map(\.owner))
        return owners.count == 1 ? owners.first : nil
    }
}
