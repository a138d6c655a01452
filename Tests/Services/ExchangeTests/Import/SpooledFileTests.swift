import Foundation
import Store
import Testing
import Tracking

@testable import Exchange

struct SpooledFileTests {
    private func directory() throws -> String {
        let path = "\(FileManager.default.temporaryDirectory.path)/spool-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }

    @Test func `what is written is read, in pieces and more than once, and nobody else finds it`() throws {
        let directory = try directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let file = try SpooledFile(in: directory)
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for start in stride(from: 0, to: bytes.count, by: 9000) {
            try file.append(Array(bytes[start..<min(bytes.count, start + 9000)]))
        }
        try file.append([])
        #expect(file.count == bytes.count)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        for _ in 0..<2 {
            let stream = try ImportSource(file, name: "x").open(limit: .max)
            let head = try stream.head()
            var (read, piece): ([UInt8], [UInt8]) = ([], try stream.next())
            #expect(head == piece && head.count < bytes.count)
            while !piece.isEmpty {
                read += piece
                piece = try stream.next()
            }
            #expect(read == bytes)
        }
        #expect(try file.read(from: bytes.count - 1, upTo: 10) == [bytes[bytes.count - 1]])
        #expect(try file.read(from: bytes.count + 1, upTo: 10) == [])
    }

    @Test func `a directory that is not there is an error`() {
        let error = #expect(throws: SpooledFile.Failure.self) { try SpooledFile(in: "/nowhere/at/all") }
        #expect(error?.description == "the file cannot be kept beside the database: No such file or directory")
        #expect(error?.isFull == false)
    }

    @Test func `after each portion it is told that it goes on`() throws {
        let lines = (0..<20_000).map { "46,14,\(Timestamp(milliseconds: 1_777_626_000_000 + Int64($0) * 1000))" }
        let text = "lat,lon,time\n" + lines.joined(separator: "\n")
        let device = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        var times = 0
        let report = try Store.inMemory().write { transaction in
            let source = ImportSource(bytes: Array(text.utf8), name: "a.csv")
            let importer = Importer(options: ImportOptions(now: presentMoment))
            return try importer.run([source], of: device, into: &transaction) { times += 1 }
        }
        #expect((report.stored, times) == (20_000, 2))
    }
}
