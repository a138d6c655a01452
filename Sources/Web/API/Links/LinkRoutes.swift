package import Access
import HTTPTypes
import Hummingbird
import Logging
import Store
import Tracking
import Web

/// `/api/v1/items/…/links`: who has made links that show an item without an account, and until when.
struct LinkRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/items/{owner}/{tracker}/links"

    var routes: [Route] {
        [
            Route(.get, Self.path, .item(.history), list), Route(.post, Self.path, .item(.command), make),
            Route(.delete, "/api/v1/items/{owner}/{tracker}/links/{id}", .item(.command), revoke),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let item = try context.device()
        try context.viewer.require(.command, item)
        guard let row = try parts.store.item(item) else { throw ItemShelf.noItem(item) }
        let links = try parts.access?.links(to: item, at: parts.clock.now) ?? []
        return try Answer.json(["links": links.filter { $0.isOf(row) }.map { LinkAnswer($0) }])
    }

    private func make(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let (item, access, now) = (try context.device(), try parts.web.accounts, parts.clock.now)
        let account = try maker(context)
        guard let row = try parts.store.item(item) else { throw ItemShelf.noItem(item) }
        var body = BodyReader(try await request.json(context))
        body.require("hours", "precision")
        let hours = body.integer("hours", in: 1...Int(ItemLink.longest.components.seconds / 3600))
        let precision: ItemPrecision? = body.word("precision")
        let note = body.label("note", .label) ?? ""
        try body.finish()
        guard let hours, let precision else { throw Problem(.unprocessableContent, "a member is missing") }
        do {
            let (secret, link) = try access.makeLink(
                to: item,
                added: row.device.created,
                isByArea: precision == .area,
                note: note,
                by: account,
                expires: now.advanced(by: .seconds(hours * 3600)),
                from: context.source,
                at: now
            )
            return try Answer.json(LinkAnswer(link, secret: secret), status: .created)
        } catch let error as AccessError {
            // The right is gone since the request came in.
            throw error == .refused ? Problem.forbidden : Problem(error, at: now)
        }
    }

    private func revoke(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let (item, access, now) = (try context.device(), try parts.web.accounts, parts.clock.now)
        let id = try context.text("id")
        do {
            try access.revokeLink(
                id, to: item, by: context.viewer.account, from: context.source, at: now
            )
        } catch { throw Problem(error, at: now) }
        return Answer.nothing
    }

    /// Whose link it becomes: the account of a session, as a token may end before the link that it would have made.
    private func maker(_ context: ConsoleContext) throws(Problem) -> Name {
        guard context.isProtected else {
            throw Problem(.conflict, "set a passcode first: without one this console answers its own machine only")
        }
        guard let account = context.session?.principal.account else {
            throw Problem(.forbidden, "links are made by who has logged in with a passcode or a passkey")
        }
        return account
    }
}

extension ItemLink {
    /// Whether it is of the item that there is, and not of an earlier one of the name.
    func isOf(_ row: ItemRow) -> Bool { row.device.id == item && row.device.created == itemCreated }
}

extension ConsoleParts {
    /// Whether the item is there that a link is of.
    package func hasItem(of link: ItemLink) throws -> Bool {
        try store.item(link.item).map { link.isOf($0) } ?? false
    }

    /// Forgets share links that have ended.
    func sweepLinks() {
        var owners: Set<Name>?
        do {
            try web.access?.sweepLinks(at: web.clock.now) { link in
                do {
                    if try hasItem(of: link) { return true }
                    let known = try owners ?? knownOwners()
                    owners = known
                    // This may be another history than the one that they are of.
                    return !known.contains(link.item.owner)
                } catch {
                    // What cannot be read now may be there.
                    return true
                }
            }
        } catch { web.logger.warning("share links that have ended are not removed yet: \(error)") }
    }

    /// When items were added; of many all are read at once.
    func created(_ items: Set<DeviceID>) throws -> [DeviceID: Timestamp] {
        let rows = items.count > 20 ? try store.items() : try items.compactMap { try store.item($0) }
        return Dictionary(rows.map { ($0.device.id, $0.device.created) }) { $1 }
    }

    /// When the items were added that somebody shares now, so that the shares are of no later ones.
    func added(_ things: [Grant]) throws -> [DeviceID: Timestamp] {
        let items = Set(things.compactMap { thing in thing.tracker.map { DeviceID(owner: thing.owner, device: $0) } })
        return try items.isEmpty ? [:] : created(items)
    }

    /// Has shares end whose item is not there any more, or is a later one of the same name.
    func sweepShares() {
        do { try web.access?.shares.sweep(created, of: knownOwners) } catch {
            web.logger.warning("shares of items that are gone are not removed yet: \(error)")
        }
    }

    /// Of whom the history knows anything: with another one, or an empty one, nobody's items are gone.
    func knownOwners() throws -> Set<Name> { Set(try store.devices().map(\.id.owner)) }

    /// Ends the share links, shares and found pages of an item that has just been deleted, or taken off.
    func endSharing(of item: DeviceID, added: Timestamp) {
        do { try web.access?.endSharing(of: item, added: added) } catch {
            web.logger.warning("what was shared of \(item), which is gone, is not removed yet: \(error)")
        }
    }
}

/// A share link, as it is answered.
private struct LinkAnswer: Encodable {
    let id, account: String
    let precision: ItemPrecision
    let note: String?
    let created, expires: String
    let openings: Int
    let opened: String?
    /// Where it leads, with its secret in it; told this once.
    let path: String?

    init(_ link: ItemLink, secret: AccessSecret? = nil) {
        (id, account, precision) = (link.id, link.account.text, link.isByArea ? .area : .exact)
        note = link.note.isEmpty ? nil : link.note
        (created, expires) = (link.created.description, link.expires.description)
        (openings, opened) = (link.openings, link.opened?.description)
        path = secret.map { "/s/\($0.text)" }
    }
}
