import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import tagalong_bench

@Suite struct BenchScriptTests {
    /// What the script prints for an argument, where building anything is a failure.
    private static func output(of argument: String) throws -> String {
        let tools = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: tools) }
        let compiler = tools.appending(path: "swift")
        try Data("#!/bin/sh\nexit 99\n".utf8).write(to: compiler)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler.path)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "scripts/bench", relativeTo: packageRoot)
        process.arguments = [argument]
        process.environment = ["PATH": "\(tools.path):/usr/bin:/bin"]
        process.standardOutput = pipe
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    private static func options(_ text: String) throws -> Substring {
        text[try #require(text.range(of: "OPTIONS:")).lowerBound...]
    }

    @Test(arguments: ["--help", "-h"])
    func `the script tells the options of the program, and builds nothing for that`(argument: String) throws {
        let told = try Self.options(try Self.output(of: argument))
        let program = try Self.options(Run.helpMessage(columns: 80))
        #expect(told.trimmingCharacters(in: .newlines) == program.trimmingCharacters(in: .newlines))
    }
}
