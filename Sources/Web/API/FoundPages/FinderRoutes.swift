import Access
import Foundation
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import Store
import Tracking
package import Web

/// `/api/v1/found/{code}`: the found page of a code, for whoever has it, and what they write there.
///
/// A code that leads nowhere is answered the same whether it is mistyped, was replaced or never was.
package struct FinderRoutes: ConsoleRoutes {
    private let parts: ConsoleParts
    private let gate: ConsoleGate

    /// The routes, with what counts the codes that a source guesses.
    package init(parts: ConsoleParts, gate: ConsoleGate) { (self.parts, self.gate) = (parts, gate) }

    package var routes: [Route] {
        [
            Route(.get, "/api/v1/found/{code}", .found, show),
            Route(.get, "/api/v1/found/{code}/picture", .found, showPicture),
            Route(.post, "/api/v1/found/{code}/messages", .found, leave),
        ]
    }

    /// Nobody keeps it, finds it by searching, or learns of its address.
    private static let headers: HTTPFields = [
        .robotsTag: "noindex, nofollow", .referrerPolicy: "no-referrer", .cacheControl: "no-store",
    ]

    private static let noPage = Problem(
        .notFound, "this code leads nowhere: look at the label again, it may have been replaced", headers: headers
    )

    private func show(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        return Answer.json(try sheet(context).json, headers: Self.headers)
    }

    /// What the page of the code in the path says, for the page itself, too.
    ///
    /// - Throws: ``Problem``: 404 for a code that leads nowhere, 429 for a source that has tried too many of those.
    package func sheet(_ context: ConsoleContext) throws -> (item: String, message: String, json: [UInt8]) {
        let (view, row) = try found(context)
        let hasPhoto = try view.page.look.showsPhoto && parts.store.photo(of: view.page.item) != nil
        let answer = FoundAnswer(view, of: row, hasPhoto: hasPhoto)
        return (answer.item, answer.message ?? "", try Answer.bytes(of: answer))
    }

    private func showPicture(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let page = try found(context).view.page
        guard page.look.showsPhoto, let photo = try parts.store.photo(of: page.item) else {
            throw Problem(.notFound, "this page shows no picture", headers: Self.headers)
        }
        return Answer.content(ByteBuffer(bytes: photo.data), photo.kind.rawValue, headers: Self.headers)
    }

    private func leave(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let now = parts.clock.now
        let page = try found(context).view.page
        var body = BodyReader(try await request.json(context))
        let content = try body.finderMessage()
        try gate.countFinderMessage(context, at: now)
        do {
            guard let access = parts.access, try access.foundPages.leave(content, at: page.code, at: now) != nil else {
                throw Self.noPage
            }
        } catch let error as AccessError { throw Problem(error, at: now) }
        parts.tellInbox(of: page.account)
        return try Answer.json(["time": now.description], status: .created, headers: Self.headers)
    }

    /// The page of the code in the path, and its item.
    private func found(_ context: ConsoleContext) throws -> (view: FoundPageView, row: ItemRow) {
        let now = parts.clock.now
        try gate.refuseGuesser(context, at: now)
        let text = context.parameters.get("code") ?? ""
        let code = FoundCode(typed: text.removingPercentEncoding ?? text)
        guard let view = try parts.access?.foundPages.view(of: code), let row = try parts.item(of: view.page) else {
            try gate.countUnknownCode(context, at: now)
            throw Self.noPage
        }
        return (view, row)
    }
}

extension BodyReader {
    /// What a finder has written.
    ///
    /// - Throws: ``Problem`` with all that is wrong.
    fileprivate mutating func finderMessage() throws(Problem) -> FinderMessage.Content {
        typealias Content = FinderMessage.Content
        require("text")
        let text = seen("text", Content.textBounds) { Content.repaired(text: $0) }
        if let text, text.allSatisfy(\.isWhitespace) { refuse("text", "something to read is expected") }
        let contact = seen("contact", Content.contactBounds) { Content.repaired(contact: $0) } ?? ""
        let position = has("position") ? finderPosition() : nil
        try finish()
        return Content(text: text ?? "", contact: contact, position: position)
    }

    /// What of a text can be seen, where that is as long as it may be.
    private mutating func seen(_ key: String, _ bounds: TextBounds, _ repair: (String) -> String) -> String? {
        let range = bounds.characters
        return value(key, "a text of \(range.lowerBound) to \(range.upperBound) characters that can be seen") {
            guard let text = $0.text else { return nil }
            let repaired = repair(text)
            return bounds.fits(repaired) ? repaired : nil
        }
    }

    private mutating func finderPosition() -> FinderMessage.Position? {
        guard let member = value("position", "an object with lat, lon and accuracy_m", { $0 }) else { return nil }
        var place = BodyReader(member, at: pointer(to: "position"))
        if place.errors.isEmpty { place.require("lat", "lon", "accuracy_m") }
        let (latitude, longitude) = (place.number("lat", in: -90...90), place.number("lon", in: -180...180))
        let accuracies = FinderMessage.Position.accuracies
        let accuracy = place.number(
            "accuracy_m", in: Double(accuracies.lowerBound)...Double(accuracies.upperBound)
        )
        place.refuseUnread()
        add(place.errors)
        guard let latitude, let longitude, let accuracy,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return FinderMessage.Position(coordinate: coordinate, accuracy: Int(accuracy.rounded(.up)))
    }
}
