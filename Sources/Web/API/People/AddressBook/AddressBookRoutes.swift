import Access
import AddressBook
import HTTPTypes
import Hummingbird
import NIOCore
import Tracking
import Web

/// `/api/v1/people/address-book`: who of an address book is here; `/api/v1/people/contacts.vcf`: one's contacts as one.
///
/// Nothing of a book is kept.
struct AddressBookRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let type = "text/vcard"
    /// As programs of before RFC 6350 call it.
    private static let types: Set = [type, "text/x-vcard", "text/directory"]

    var routes: [Route] {
        [
            Route(.post, "/api/v1/people/address-book", .person, look),
            Route(.get, "/api/v1/people/contacts.vcf", .person, export),
        ]
    }

    private func look(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased() ?? ""
        guard Self.types.contains(type) else {
            throw Problem(
                .unsupportedMediaType, "\(Self.type) is expected, found \(type.isEmpty ? "nothing" : type.excerpt(80))",
                headers: [.accept: Self.type]
            )
        }
        let bytes = try await request.bytes(upTo: AddressBook.mostBytes)
        let book: AddressBook
        do throws(AddressBookError) { book = try AddressBook(vCards: bytes) } catch {
            throw Problem(.unprocessableContent, "\(error)")
        }
        let mails = AddressBookLook.addresses(of: book)
        guard mails.count <= AddressBookLook.mostAddresses else {
            throw Problem(
                .unprocessableContent,
                "an address book with at most \(AddressBookLook.mostAddresses) mail addresses is expected"
            )
        }
        try parts.countAddresses(mails.count, context)
        let mayInvite = parts.mayInvite(context)
        let standings = try parts.web.forPerson(context) { access, account, now throws(AccessError) in
            try access.contacts.standings(of: mails, for: account, at: now)
        }
        let look = AddressBookLook(book, standings, mayInvite: mayInvite)
        return try Answer.json(BookAnswer(look, book, mayInvite: mayInvite))
    }

    private func export(_ request: Request, _ context: ConsoleContext) throws -> Response {
        var query = QueryReader(request)
        let words = CardWriter.Version.allCases.map(\.rawValue).joined(separator: " or ")
        let version = query.value("version", words) { CardWriter.Version(rawValue: $0) } ?? .v4
        try query.finish()
        let people = try parts.web.forPerson(context) { access, account, _ throws(AccessError) in
            try access.contacts.listWithEntries(of: account)
        }
        let headers: HTTPFields = [
            .contentDisposition: "attachment; filename=\"tagalong-contacts.vcf\"", .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        let bytes = CardWriter.bytes(of: people.map(ContactCard.init), version)
        return Answer.content(ByteBuffer(bytes: bytes), "\(Self.type); charset=utf-8", headers: headers)
    }
}

/// An address book as it is answered.
private struct BookAnswer: Encodable {
    let people: [Line]
    /// Cards that could not be read, the first of them.
    let skipped: [Skipped]
    let skippedCount: Int
    let mayInvite: Bool

    struct Line: Encodable {
        let line: Int
        let name, standing: String
        let mails: [String]
        let mail, account, called, invited: String?
    }

    struct Skipped: Encodable {
        let line: Int
        let reason: String
    }

    init(_ look: AddressBookLook, _ book: AddressBook, mayInvite: Bool) {
        people = look.lines.map { line in
            Line(
                line: line.line,
                name: line.name,
                standing: line.standing.rawValue,
                mails: line.mails.map(\.text),
                mail: line.mail?.text,
                account: line.account?.text,
                called: line.called,
                invited: line.invited?.description
            )
        }
        skipped = book.skipped.map { Skipped(line: $0.line, reason: "\($0.reason)") }
        skippedCount = book.skippedCount
        self.mayInvite = mayInvite
    }
}
