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

    /// Who asks, with what the app calls itself.
    init(_ request: Request, _ context: ConsoleContext, told: String?) {
        let (owner, device) = Self.names(request, context)
        let parts = told?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) ?? []
        self.owner = owner ?? (parts.count > 1 ? parts[0] : nil)
        self.device = device ?? parts.last
    }

    /// Whether the address or a proxy names the device.
    static func isNamed(_ request: Request, _ context: ConsoleContext) -> Bool {
        names(request, context).device != nil
    }

    private static func names(_ request: Request, _ context: ConsoleContext) -> (owner: String?, device: String?) {
        let query = FieldList(request.uri.query ?? "")
        let owner = context.parameters.get("owner")?.removingPercentEncoding
        let device = context.parameters.get("tracker")?.removingPercentEncoding
        return (
            owner ?? PostRoutes.header("X-Limit-U", request) ?? query["u"],
            device ?? PostRoutes.header("X-Limit-D", request) ?? query["d"]
        )
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
