import Foundation
import Testing

@testable import tagalong

/// Files that tell where things were.
@Suite struct PrivateFileTests {
    private let directory: String

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/private-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// The ways in which commands write such files.
    enum Way: CaseIterable {
        case export, report, trace

        func write(_ text: String, to path: String) throws {
            switch self {
            case .export: try WholeFile.write(path) { write in try write(text) }
            case .report: try PrivateFile.write(text, to: path)
            case .trace: try TraceFile(path: path).close()
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `a new file is for its owner alone, and one that others were let read stays so`(_ way: Way) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/file"
        try way.write("new", to: path)
        #expect(PrivateFile.status(of: path)?.mode == 0o600)
        unsafe chmod(path, 0o640)
        try way.write("longer than before", to: path)
        #expect(PrivateFile.status(of: path)?.mode == 0o640)
        try way.write("short", to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == (way == .trace ? "" : "short"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
    }

    @Test(arguments: Way.allCases)
    func `what is no file is written as it is`(_ way: Way) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/stdout"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
        try way.write("text", to: path)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
    }

    @Test func `an export that breaks off leaves what was there`() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/file"
        try PrivateFile.write("before", to: path)
        #expect(throws: CancellationError.self) {
            try WholeFile.write(path) { write in
                try write("half")
                throw CancellationError()
            }
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
    }
}
