import Curl
import Exchange
import Files
import Foundation
import Tracking

/// Hands files to the history service that runs.
struct ImportUpload {
    let console: RunningConsole
    let device: DeviceID
    let command: ImportCommand

    /// The largest file that the service takes, in bytes.
    private static let largest = 1 << 30
    /// Bytes of which a slow machine stores at least so many a second, and seconds for what is beside.
    private static let (slowest, patience): (Int64, Int64) = (100_000, 600)

    /// Has the files taken in.
    ///
    /// Several are all looked at before the first is stored, so that a bad one refuses all of them.
    ///
    /// - Throws: ``CommandFailure``.
    func run(_ paths: [String]) async throws -> ImportReport {
        for path in paths { _ = try size(of: path) }
        if paths.count > 1, !command.isDryRun {
            for path in paths { _ = try await send(path, isDryRun: true) }
        }
        var total = ImportReport()
        for path in paths { total.add(try await send(path, isDryRun: command.isDryRun)) }
        return total
    }

    /// The bytes of a file, wherever a link leads; nil for what has none before it is read, such as a pipe.
    private func size(of path: String) throws(CommandFailure) -> Int? {
        guard let extent = FileReader.extent(of: path) else {
            throw CommandFailure(.badInput, "\(path): there is no such file")
        }
        guard case .bytes(let size) = extent else { return nil }
        guard size > Self.largest else { return size }
        let advice = "end the service, import the file, and start it again"
        throw CommandFailure(.badInput, "\(path): the service takes at most \(Self.largest) bytes at once; \(advice)")
    }

    private func send(_ path: String, isDryRun: Bool) async throws -> ImportReport {
        let size = try size(of: path)
        // FileManager takes a pipe for an empty file.
        let body = size == nil ? try? FileHandle(forReadingAtPath: path)?.readToEnd() ?? Data() : nil
        guard FileManager.default.isReadableFile(atPath: path), size != nil || body != nil else {
            throw CommandFailure(.badInput, "\(path): the file cannot be read")
        }
        var components = URLComponents()
        components.path = "/api/v1/import"
        components.queryItems =
            [
                URLQueryItem(name: "item", value: "\(device)"),
                URLQueryItem(name: "name", value: String(path.suffix(100))),
                command.format.map { URLQueryItem(name: "format", value: $0.rawValue) },
            ].compactMap(\.self)
            + [
                ("dry-run", isDryRun), ("skip-bad", command.skipsBad), ("new", command.isNew),
                ("keep-numbers", command.keepsNumbers),
            ].filter(\.1).map { URLQueryItem(name: $0.0, value: "true") }
        // A plus stands for a blank in a query.
        let target = (components.string ?? "").replacingOccurrences(of: "+", with: "%2B")
        let answer = try await console.send(
            .post,
            target,
            body: body,
            file: size == nil ? nil : path,
            type: "application/octet-stream",
            within: Self.patience + Int64(size ?? body?.count ?? 0) / Self.slowest
        )
        guard answer.isSuccess else {
            let problem = try? JSONDecoder().decode(ProblemDocument.self, from: answer.body)
            let sentence = problem?.detail ?? "\(console.base): the service answered \(answer.status)"
            throw CommandFailure(answer.status == 422 || answer.status == 413 ? .badInput : .failure, sentence)
        }
        return try JSONDecoder().decode(ImportReport.self, from: answer.body)
    }

    private struct ProblemDocument: Decodable { let detail: String }
}
