package import Access
import Foundation
import HTTPTypes
import Hummingbird
package import Tracking

/// Finds out who asks, and lets through only what that one may.
struct AccessMiddleware: RouterMiddleware {
    let parts: WebParts
    let gate: ConsoleGate

    @concurrent
    func handle(
        _ request: Request,
        context: ConsoleContext,
        next: @concurrent (Request, ConsoleContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // Who asks for what is everybody's and has to be there at once is looked up nowhere.
        let isAnybody = request.isLight && gate.door == .front && context.isProtected
        context.credential = isAnybody ? .nothing : Credential(request, isEncrypted: context.isEncrypted)
        let keeper = Doorkeeper(parts: parts, door: gate.door)
        do throws(AccessError) {
            let guest = try keeper.guest(context.credential, isProtected: context.isProtected)
            (context.session, context.principal) = (guest.session, guest.principal)
        } catch {
            // What is open to anybody is answered all the same.
            context.trouble = error
        }
        try gate.seat(context)
        if context.principal == nil, context.trouble == nil, case .token = context.credential {
            try gate.countUnknownToken(context, at: parts.clock.now)
        }
        return try await next(request, context)
    }
}

extension ConsoleGate {
    /// Lets a request pass whose sender may do what is asked of them, with the item in the path where it is about one.
    func admit(
        _ request: Request, _ context: ConsoleContext, to requirement: Requirement, of device: DeviceID?
    ) throws {
        if let trouble = context.trouble, requirement != .open || request.uri.path.hasPrefix("/api/") { throw trouble }
        do throws(Problem) {
            // The door for commands has nothing that is open to anybody.
            try check(door == .commands ? .administrator : requirement, request, context, device)
        } catch {
            network.count(error.status == .unauthorized ? .unauthenticated : .forbidden)
            throw error
        }
    }

    private func check(
        _ requirement: Requirement, _ request: Request, _ context: ConsoleContext, _ device: DeviceID?
    ) throws(Problem) {
        if [.open, .link, .found, .cloud].contains(requirement) { return }
        guard let principal = context.principal else { throw Problem.unauthenticated(request) }
        if let session = context.session, !request.isReading, request.headers[.csrf] != session.csrf {
            throw Problem(.forbidden, "the header X-Tagalong-CSRF with the session's token is expected")
        }
        if !principal.isVerified, requirement != .newcomer { throw Problem.notVerified }
        if principal.scope == .metrics, requirement != .metrics { throw Problem.forbidden }
        if principal.scope == .people, ![.person, .listener].contains(requirement) { throw Problem.forbidden }
        switch requirement {
        case .open, .link, .found, .cloud, .somebody, .listener, .newcomer: break
        case .person:
            guard principal != .anybody else { throw Problem.nobodyLogsIn }
            guard principal.mayMeetPeople else { throw Problem.forbidden }
        case .metrics: guard principal.mayReadMetrics else { throw Problem.forbidden }
        case .administrator: guard principal.mayAdminister else { throw Problem.forbidden }
        case .item(let right, let isOpenByArea):
            guard let device else {
                // An administrator hears from the route what is wrong with the names; nobody else has such an item.
                guard principal.mayAdminister else { throw Problem.forbidden }
                return
            }
            try principal.require(right, device)
            if principal.isByArea(device), !isOpenByArea { throw Problem.byAreaOnly }
        }
    }
}

extension Principal {
    /// Refuses what the principal may not do with a device.
    ///
    /// - Throws: ``Problem``: 404 for who may not even know of it.
    package func require(_ right: Right, _ device: DeviceID) throws(Problem) {
        if may(right, device) { return }
        guard may(.lastPosition, device) else { throw Problem(.notFound, "there is no item \(device)") }
        throw .forbidden
    }
}

extension Problem {
    /// For who may not do that, and would not with another try either.
    package static let forbidden = Problem(.forbidden, "this is not among what you may do here")

    /// For who has registered and not yet shown that the mail address is theirs.
    package static let notVerified = Problem(
        .forbidden,
        "open the link that was sent to your mail address first; another one can be asked for",
        type: "urn:tagalong:not-verified"
    )

    /// For who asks for what an account has where there are none yet.
    static let nobodyLogsIn = Problem(.conflict, "set a passcode and log in with it first")

    /// For who is told of an item by area, and asks for more.
    package static let byAreaOnly = Problem(.forbidden, "of this item you are told its area only")

    /// For who has not said who they are.
    static func unauthenticated(_ request: Request) -> Problem {
        let isPhone = ["/pub", "/api/0"].contains { request.uri.path.hasPrefix($0) }
        let scheme = isPhone ? #"Basic realm="tagalong", charset="UTF-8""# : #"Bearer realm="tagalong""#
        return Problem(
            .unauthorized,
            "log in first, or send a token",
            headers: [.wwwAuthenticate: scheme]
        )
    }
}
