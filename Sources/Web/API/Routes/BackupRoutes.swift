import Access
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Threads
import Tracking
import Web

/// `GET /api/v1/backup`: the whole database as it is at a moment, in one file.
struct BackupRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/backup", .administrator, download)] }

    private func download(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let ticket = try parts.answers.ticket(.exports, 1, for: Asker(context))
        let place = try parts.backups.place()
        try BackupFile.expectSpace(for: parts.store)
        let type = "application/vnd.sqlite3"
        let headers: HTTPFields = [.contentDisposition: "attachment; filename=\"\(fileName)\""]
        // Who only asks whether it can be had needs none.
        guard request.method == .get else { return Answer.stream(type, headers: headers) { _ in } }
        let file = try await make()
        try parts.access?.noteBackup(by: context.viewer.account, from: context.source, at: parts.clock.now)
        return Answer.stream(type, headers: headers) { writer in
            defer { withExtendedLifetime((ticket, place)) {} }
            while let piece = try file.next() { try await writer.write(ByteBuffer(bytes: piece)) }
        }
    }

    private var fileName: String { "tagalong-\(parts.clock.now.description.prefix(10)).sqlite" }

    private func make() async throws -> BackupFile {
        do { return try await BackupMaker().make(of: parts.store) } catch let error as StoreError
            where error.reason == .full
        {
            throw BackupFile.noSpace
        }
    }
}

/// Where a database is copied: on a thread of its own, as that may take minutes.
private actor BackupMaker {
    private let thread: PollThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init() throws {
        thread = try PollThread()
        thread.start { PollThread.Wait(descriptors: [], timeout: -1) }
    }

    deinit { thread.start { nil } }

    func make(of store: Store) throws -> BackupFile { try BackupFile(of: store) }
}
