import Access
import Foundation
import Messages
import Store
import TestSupport
import Testing
import Tracking

@testable import API

/// `GET /api/v1/backup`.
@Suite(.timeLimit(.minutes(30)))
struct BackupRoutesTests {
    private static let path = "/api/v1/backup"

    private func keys() throws -> DeviceID { DeviceID(owner: try Name("sam"), device: try Name("keys")) }

    @Test func `a backup is a whole database of one moment, and nothing of it is left`() async throws {
        try await withConsole { console in
            try await console.meetKeys()
            let count = try console.store.fixCount(of: keys())
            #expect(count > 0)
            let answer = try await console.get(Self.path)
            #expect(answer.status == 200)
            let check = SchemaCheck(document: try await console.get("/api/v1/openapi.json").object)
            #expect(try check.errors("GET", Self.path, answer) == [])
            let name = answer.headers["content-disposition"] ?? ""
            #expect(name.contains(/filename="tagalong-\d{4}-\d{2}-\d{2}\.sqlite"/))
            let copy = console.directory.appending(path: "copy.sqlite")
            try Data(answer.body).write(to: copy)
            let read = try Store(path: copy.path, mode: .readOnly)
            #expect(try read.fixCount(of: keys()) == count)
            #expect(try read.findings().isEmpty)
            #expect(try console.drafts == [])
            #expect(try console.access.audit(limit: 1).first?.event == .backupMade)
        }
    }

    @Test func `who only asks whether a backup can be had makes none`() async throws {
        try await withConsole { console in
            let answer = try await console.send("HEAD", Self.path)
            #expect(answer.status == 200 && answer.body.isEmpty)
            #expect(try !console.access.audit(limit: 10).contains { $0.event == .backupMade })
        }
    }

    @Test func `one is made at a time, and the next one when it is sent`() async throws {
        try await withConsole { console in
            let place = try console.parts.backups.place()
            for method in ["GET", "HEAD"] {
                let full = try await console.send(method, Self.path)
                #expect(full.status == 429)
                #expect(full.headers["retry-after"] == "30")
            }
            withExtendedLifetime(place) {}
        }
        try await withConsole { console in
            for _ in 0..<2 {
                #expect(try await console.get(Self.path).status == 200)
                try await eventually { !console.parts.backups.isBusy }
            }
        }
    }

    @Test func `what a process that was killed has left is removed with the next backup`() async throws {
        try await withConsole { console in
            let left = console.directory.appending(path: ".tagalong-backup-1")
            try Data("left".utf8).write(to: left)
            #expect(try await console.get(Self.path).status == 200)
            #expect(try console.drafts == [])
        }
    }
}

extension ConsoleBench {
    /// The files beside the database that are a backup's.
    fileprivate var drafts: [String] {
        get throws {
            let all = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            return all.filter { $0.contains("tagalong-backup") }
        }
    }
}
