import API
import Access
import Feeds
import HTTPTypes
import Hummingbird
import Store
import Tracking
import Web

/// `/pub/traccar`, `/pub/overland` and `/pub/gpslogger`: positions as other apps than OwnTracks send them.
///
/// As at `/pub` the answer is 200 only when everything is stored, and what can never be accepted goes to the quarantine
/// and is answered 200 too: all of these apps send again what was answered otherwise, and nothing else before it. What
/// could not be read at all is refused, so that a wrong setup shows in the app.
struct SourceRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    /// The longest body of one position, in bytes.
    static let longestReport = 64 * 1024
    /// The longest batch, in bytes: 2,500 features of some 800 bytes.
    static let longestBatch = 2 * 1024 * 1024

    var routes: [Route] {
        fields("/pub/traccar", .traccar) + fields("/pub/gpslogger", .gpslogger)
            + ["/pub/overland", "/pub/overland/{owner}/{tracker}"].map { batches($0, .overland) }
            // What GPSLogger adds to the address of a server of Dawarich.
            + [batches("/pub/api/v1/overland/batches", .dawarich)]
    }

    private func fields(_ path: String, _ dialect: FieldDialect) -> [Route] {
        [path, path + "/{owner}/{tracker}"].flatMap { path in
            [HTTPRequest.Method.get, .post].map { method in
                Route(method, RouterPath(path), .somebody) { request, context in
                    // Who looks whether there is something stores nothing.
                    if request.method == .head { return Self.done(#"{}"#) }
                    let body = try await request.bytes(upTo: Self.longestReport)
                    let named = try SourceSender.Names(request, context)
                    let report = try Self.report(body, request, dialect, isNamed: named.isWhole, parts.clock.now)
                    try await store(report, named, context)
                    // The app of Traccar obeys what it is answered; there is nothing to tell it.
                    return Self.done(#"{}"#)
                }
            }
        }
    }

    private func batches(_ path: String, _ sender: OverlandBatch.Sender) -> Route {
        Route(.post, RouterPath(path), .somebody) { request, context in
            let body = try await request.bytes(upTo: Self.longestBatch)
            let named = try SourceSender.Names(request, context)
            let report = try Self.read { () throws(FeedError) in
                try OverlandBatch.report(body, from: sender, isNamed: named.device != nil)
            }
            try await store(report, named, context)
            // Without this the app sends the batch again for ever.
            return Self.done(#"{"result":"ok"}"#)
        }
    }

    private static func report(
        _ body: [UInt8], _ request: Request, _ dialect: FieldDialect, isNamed: Bool, _ now: Timestamp
    ) throws(Problem) -> FeedReport {
        let fields = FieldList(request.uri.query ?? "")
        guard let first = JSONArray.firstByte(of: body) else {
            return try read { () throws(FeedError) in
                try FieldReport(fields, dialect).report(isNamed: isNamed, at: now)
            }
        }
        let type = request.headers[.contentType]?.lowercased() ?? ""
        try PostRoutes.check(type, "a form (application/x-www-form-urlencoded) or application/json")
        let isJSON = type.hasPrefix("application/json") || [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
        return try read { () throws(FeedError) in
            if isJSON { return try TraccarBody.report(body, under: fields, dialect, isNamed: isNamed, at: now) }
            let form = FieldList(String(decoding: body, as: UTF8.self))
            // Whatever the body is, the address may tell all.
            guard !form.isEmpty || FieldReport(fields, dialect).hasPlace else { throw .shape("a form or JSON") }
            return try FieldReport(fields.overridden(by: form), dialect).report(isNamed: isNamed, at: now)
        }
    }

    private static func read(_ report: () throws(FeedError) -> FeedReport) throws(Problem) -> FeedReport {
        do { return try report() } catch { throw Problem(error) }
    }

    private func store(
        _ report: FeedReport, _ named: SourceSender.Names, _ context: ConsoleContext
    ) async throws {
        let device = try SourceSender(named, told: report.device).device(for: context.viewer)
        // Nobody but its own owner says where something is.
        try context.viewer.require(.command, device)
        guard !report.locations.isEmpty else { return }
        _ = try await PostRoutes(parts: parts).store(report.locations, from: device, takesCommands: false)
    }

    private static func done(_ json: StaticString) -> Response {
        Answer.json(json.withUTF8Buffer { unsafe Array($0) })
    }
}

extension Problem {
    /// Why what an app sends is not read.
    init(_ error: FeedError) { self.init(error.isOfSize ? .contentTooLarge : .badRequest, "\(error)") }
}
