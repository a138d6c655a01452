import API
import Access
import Foundation
import GRDB
import Notifications
import OpenID
import ServerSupport
import Settings
import TestSupport
import Testing
import Tracking

@testable import Web

/// A console that sends its mails by a real SMTP server.
struct SignInBench: Sendable {
    let console: ConsoleBench
    let server: TestMailServer

    static let pages = "https://tagalong.example"

    static func with<Result: Sendable>(
        _ registration: RegistrationPolicy = .open,
        _ character: TestMailServer.Character = .init(),
        clock: any UTCClock = WallClock(),
        openID: [OpenIDClient] = [],
        inviting: InvitingPolicy = .administrators,
        heartbeat: Duration = .seconds(15),
        _ body: @Sendable (SignInBench) async throws -> Result
    ) async throws -> Result {
        try await withTestMailServer(character) { server in
            var desk = try desk(registration, server, clock)
            desk.openID = openID
            desk.inviting = inviting
            let made = desk
            // Many try to log in from here.
            let rate = RequestRate(burst: 10_000, perSecond: 10_000)
            return try await withConsole(
                heartbeat: heartbeat, clock: clock, signIn: made, configure: { $0.rates.logins = rate }
            ) { console in
                let now = WallClock().now
                try console.access.add(Name("boss"), isAdministrator: true, passcode: Passcode("tannenbaum"), at: now)
                return try await body(SignInBench(console: console, server: server))
            }
        }
    }

    private static func desk(
        _ registration: RegistrationPolicy, _ server: TestMailServer, _ clock: any UTCClock
    ) throws -> SignInDesk {
        let sender = MailSender(
            ChannelConfiguration.Mail(
                server: server.url,
                startsTLS: false,
                sender: try #require(MailAddress("tagalong@home.example")),
                recipients: []
            )
        )
        var desk = SignInDesk()
        desk.registration = registration
        desk.pages = { Self.pages }
        desk.carrier = LetterCarrier(pages: desk.pages, clock: clock, logger: .silent) { text, to, now in
            do throws(DeliveryFailure) {
                try await sender.send(text.subject, text.lines, to: to, at: now)
                return .sent
            } catch {
                if case .impossible(let reason) = error { return .refused(reason) }
                return .unreachable("\(error)")
            }
        }
        return desk
    }

    func post(
        _ path: String, _ body: [String: Any], headers: [String: String] = [:]
    ) async throws -> ConsoleBench.Answer {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await console.send("POST", "/api/v1/\(path)", json: json, headers: headers)
    }

    func register(
        _ mail: String = "kim@example.org", name: String = "Kim Lee", passcode: String = "mistletoe",
        with more: [String: Any] = [:]
    ) async throws -> ConsoleBench.Answer {
        let body = ["name": name, "mail": mail, "passcode": passcode, "again": passcode]
        return try await post("registration", (body as [String: Any]).merging(more) { $1 })
    }

    /// Uses a link as who has registered with the passcode.
    func verify(_ secret: String, passcode: String = "mistletoe") async throws -> ConsoleBench.Answer {
        try await post("verification/confirmation", ["secret": secret, "passcode": passcode])
    }

    /// The mails that have come, once there are so many, their lines put together again.
    func mails(_ count: Int) async throws -> [String] {
        try await eventually { server.mails.count >= count }
        return server.mails.map { $0.replacing("=\n", with: "").replacing("=3D", with: "=") }
    }

    /// The secret of the link in a mail.
    static func secret(_ mail: String, _ page: String) throws -> String {
        let start = "\(pages)/\(page)#"
        let line = try #require(mail.split(separator: "\n").first { $0.hasPrefix(start) })
        return String(line.dropFirst(start.count))
    }

    /// Logs in; the headers of the session.
    func logIn(_ name: String, _ passcode: String) async throws -> [String: String] {
        let answer = try await post("session", ["account": name, "passcode": passcode])
        guard answer.status == 204 else { return [:] }
        let cookie = try #require(answer.headers["set-cookie"]?.split(separator: ";").first)
        let headers = ["Cookie": String(cookie)]
        let session = try await console.get("/api/v1/session", headers: headers).object
        return headers.merging(["X-Tagalong-CSRF": session["csrf"] as? String ?? ""]) { $1 }
    }

    /// The kinds of the pictures of an account, and the names of its profile.
    func stored(_ account: String) throws -> (kinds: [String], names: [String]) {
        let queue = try DatabaseQueue(path: console.directory.path + "/access.sqlite")
        return try queue.read { database in
            (
                try String.fetchAll(database, sql: "SELECT kind FROM pictures WHERE account = ?", arguments: [account]),
                try String.fetchAll(database, sql: "SELECT name FROM profiles WHERE account = ?", arguments: [account])
            )
        }
    }

    /// An answer without what differs by the moment: its date, and the order of the members of its body.
    static func essence(_ answer: ConsoleBench.Answer) throws -> [String] {
        let body =
            answer.body.isEmpty
            ? Data()
            : try JSONSerialization.data(
                withJSONObject: answer.json(), options: .sortedKeys
            )
        return ["\(answer.status)", String(decoding: body, as: UTF8.self)]
            + answer.headers.filter { $0.key != "date" }.map { "\($0): \($1)" }.sorted()
    }
}
