import Exchange
import Foundation
import HTTPTypes
import History
import Hummingbird
import NIOCore
import Store
import Tracking
import Web

/// `POST /api/v1/import`: takes a file with positions into an item's history, whole or not at all.
struct ImportRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    /// The largest file that is taken over HTTP, in bytes.
    static let largestFile = 1 << 30

    /// Ends a transaction that was only to see what would come of it.
    private struct DryRun: Error { let report: ImportReport }

    var routes: [Route] { [Route(.post, "/api/v1/import", .administrator, receive)] }

    private func receive(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let order = try Order(request.uri.queryParameters)
        let device = try device(order)
        let place = try parts.imports.place()
        let body = try await spool(request)
        let file = ImportSource(body, name: order.name)
        guard order.tellsProgress else {
            let report = try await importFile(file, of: device, order)
            withExtendedLifetime(place) {}
            return Answer.content(ByteBuffer(bytes: try JSONEncoder().encode(report)), "application/json")
        }
        return ImportProgress.followed(request, context.logger) { told in
            defer { withExtendedLifetime(place) {} }
            return try await importFile(file, of: device, order) { stage, bytes in
                told(ImportProgress(stage: stage, bytes: bytes, size: body.count))
            }
        }
    }

    /// Keeps a body beside the database until it is taken in, however large it is.
    private func spool(_ request: Request) async throws -> SpooledFile {
        do {
            let file = try SpooledFile(in: parts.store.workDirectory)
            try await request.pieces(upTo: Self.largestFile) { try file.append(Array($0.readableBytesView)) }
            return file
        } catch let failure as SpooledFile.Failure {
            throw Problem(
                failure.isFull ? .init(code: 507, reasonPhrase: "Insufficient Storage") : .internalServerError,
                "\(failure)",
                headers: [.connection: "close"]
            )
        }
    }

    private func device(_ order: Order) throws -> DeviceID {
        let known = try parts.store.device(order.device) != nil
        guard known || order.isNew else { throw Self.unknown(order.device) }
        return order.device
    }

    private static func unknown(_ device: DeviceID) -> Problem {
        Problem(.notFound, "there is no item \(device); new=true makes it")
    }

    private func importFile(
        _ file: ImportSource,
        of device: DeviceID,
        _ order: Order,
        progress: @escaping @Sendable (ImportProgress.Stage, _ bytes: Int) -> Void = { _, _ in }
    ) async throws -> ImportReport {
        do {
            // Whatever is wrong with it is found here, while the history service goes on.
            let options = order.options(keptSince: nil, at: parts.clock.now)
            let found = try await ImportChecker().check(file, of: device, options) { progress(.check, $0) }
            guard found.stored > 0 else { return found }
            let history = try parts.history.wholeService()
            return try await history.perform { core, now in
                try core.takeRecorded(of: device, at: now) { transaction, keptSince in
                    // It may have been deleted since the request came.
                    guard try order.isNew || transaction.knows(device) else { throw Self.unknown(device) }
                    var importer = Importer(options: order.options(keptSince: keptSince, at: now))
                    importer.progress = { progress(.store, $0) }
                    let report = try importer.run([file], of: device, into: &transaction) { history.beat() }
                    if order.isDryRun { throw DryRun(report: report) }
                    return report
                }
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        } catch let error as ImportError {
            throw Problem(.unprocessableContent, "\(error)")
        }
    }
}

extension ImportRoutes {
    /// What the query asks for.
    private struct Order: Sendable {
        let device: DeviceID
        let name: String
        let format: ImportFormat?
        let skipsBad: Bool
        let keepsNumbers: Bool
        let isDryRun: Bool
        let isNew: Bool
        let tellsProgress: Bool

        private static let known: Set<Substring> = [
            "item", "name", "format", "skip-bad", "keep-numbers", "dry-run", "new", "progress",
        ]

        init(_ query: Parameters) throws {
            for (key, _) in query where !Self.known.contains(key) {
                throw Problem(
                    .badRequest,
                    "'\(key.excerpt(40))' is no parameter: one of \(Self.known.sorted().joined(separator: ", ")) is expected"
                )
            }
            let names = (query["item"] ?? "").split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2, let owner = try? Name(names[0]), let tracker = try? Name(names[1]) else {
                throw Problem(.badRequest, "item: OWNER/TRACKER is expected")
            }
            device = DeviceID(owner: owner, device: tracker)
            name = (query["name"] ?? "the body").excerpt(100)
            format = try query["format"].map { word in
                if let format = ImportFormat(rawValue: String(word)) { return format }
                let words = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "format: one of \(words) is expected")
            }
            skipsBad = try Self.flag("skip-bad", query)
            keepsNumbers = try Self.flag("keep-numbers", query)
            isDryRun = try Self.flag("dry-run", query)
            isNew = try Self.flag("new", query)
            tellsProgress = try Self.flag("progress", query)
        }

        private static func flag(_ key: String, _ query: Parameters) throws -> Bool {
            switch query[Substring(key)] {
            case nil, "false": false
            case "true": true
            default: throw Problem(.badRequest, "\(key): true or false is expected")
            }
        }

        func options(keptSince: Timestamp?, at now: Timestamp) -> ImportOptions {
            ImportOptions(
                now: now,
                format: format,
                skipsBad: skipsBad,
                keepsNumbers: keepsNumbers,
                keptSince: keptSince,
                byteLimit: largestFile
            )
        }
    }
}
