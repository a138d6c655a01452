import Files
import Foundation
import Testing

struct FileDraftTests {
    private let directory: String

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/files-\(UUID().uuidString)"
        try Directory.make(directory + "/below")
    }

    private func remove() { try? FileManager.default.removeItem(atPath: directory) }

    @Test func `a file is replaced as a whole, for its owner alone, also after a writer that was killed`() throws {
        defer { remove() }
        let path = directory + "/file"
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        try FileDraft.replace(path, with: Array("one".utf8))
        try FileDraft.replace(path, with: Array("two".utf8))
        #expect(try FileReader.read(path) == Array("two".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == ["below", "file"])
    }

    @Test func `a file is as long as what a link leads to, and of a pipe or a folder nobody knows`() throws {
        defer { remove() }
        let file = directory + "/file"
        try FileDraft.replace(file, with: [1, 2, 3])
        for (link, to) in [("link", file), ("dangling", directory + "/nothing")] {
            try FileManager.default.createSymbolicLink(atPath: "\(directory)/\(link)", withDestinationPath: to)
        }
        #expect(FileReader.extent(of: file) == .bytes(3))
        #expect(FileReader.extent(of: directory + "/link") == .bytes(3))
        #expect(FileReader.extent(of: directory + "/below") == .open)
        #expect(FileReader.extent(of: "/dev/null") == .open)
        #expect(FileReader.extent(of: directory + "/dangling") == nil)
        #expect(FileReader.extent(of: directory + "/none") == nil)
    }

    @Test func `a draft that cannot take its place is gone, and the error names the file`() throws {
        defer { remove() }
        let path = directory + "/below"
        try FileDraft.replace(path + "/file", with: [])
        #expect {
            try FileDraft.replace(path, with: [1])
        } throws: { error in
            "\(error)" == "\(path) cannot be written: Is a directory"
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["below"])
    }

    @Test func `no file is nothing, and what has no end is refused`() throws {
        defer { remove() }
        #expect(try FileReader.read(directory + "/none") == nil)
        #expect(try FileReader.read("/proc/self/status")?.isEmpty == false)
        #expect(throws: FileError.self) { try FileReader.read("/dev/zero", limit: 100_000) }
        #expect(throws: FileError.self) { try FileReader.read(directory) }
    }
}
