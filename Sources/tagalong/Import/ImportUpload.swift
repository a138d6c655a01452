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
    /// The most bytes that may come through pipes, all together: they are in memory until they are sent.
    private static let mostPiped = 256 << 20
    /// Bytes of which a slow machine stores at least so many a second, and seconds for what is beside.
    private static let (slowest, patience): (Int64, Int64) = (100_000, 600)

    /// What is sent of a file.
    private struct Content {
        let path: String
        let size: Int
        /// What has come through a pipe; nil for a file on the disk, which is read while it is sent.
        var piped: [UInt8]?
    }

    /// Has the files taken in, and reports of each.
    ///
    /// Several are all looked at before the first is stored, so that a bad one refuses all of them.
    ///
    /// - Throws: ``CommandFailure``, which says what is imported where that is not nothing.
    func run(_ paths: [String]) async throws -> [ImportReport] {
        let files = try contents(paths)
        if files.count > 1, !command.isDryRun {
            for file in files { _ = try await send(file, isDryRun: true) }
        }
        var reports: [ImportReport] = []
        for file in files {
            do {
                reports.append(try await send(file, isDryRun: command.isDryRun))
            } catch let failure as CommandFailure {
                throw command.isDryRun ? failure : Self.told(failure, of: paths, after: reports.count)
            }
        }
        return reports
    }

    /// Why it ended early, with the files that are imported nevertheless.
    static func told(_ failure: CommandFailure, of paths: [String], after count: Int) -> CommandFailure {
        guard count > 0 else { return failure }
        let imported = paths.prefix(count).joined(separator: ", ")
        return CommandFailure(
            failure.status,
            "\(failure); imported before that, \(count) of \(paths.count) files: \(imported); the same command again "
                + "imports the others, and stores nothing twice"
        )
    }

    /// Looks at all files before the first pipe is read: that can be done but once.
    private func contents(_ paths: [String]) throws(CommandFailure) -> [Content] {
        var sizes: [Int?] = []
        for path in paths { sizes.append(try size(of: path)) }
        var (files, room) = ([Content](), Self.mostPiped)
        for (path, size) in zip(paths, sizes) {
            if let size {
                files.append(Content(path: path, size: size))
            } else {
                let bytes = try piped(path, limit: room)
                room -= bytes.count
                files.append(Content(path: path, size: bytes.count, piped: bytes))
            }
        }
        return files
    }

    /// The bytes of a file, wherever a link leads; nil for what has none before it is read, such as a pipe.
    private func size(of path: String) throws(CommandFailure) -> Int? {
        guard let extent = FileReader.extent(of: path) else {
            throw CommandFailure(.badInput, "\(path): there is no such file")
        }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure(.badInput, "\(path): the file cannot be read")
        }
        guard case .bytes(let size) = extent else { return nil }
        guard size > Self.largest else { return size }
        let advice = "end the service, import the file, and start it again"
        throw CommandFailure(.badInput, "\(path): the service takes at most \(Self.largest) bytes at once; \(advice)")
    }

    private func piped(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
        do throws(FileError) { return try FileReader.read(path, limit: limit) ?? [] } catch {
            guard error.code == 0 else { throw CommandFailure(.badInput, "\(error)") }
            throw CommandFailure(
                .badInput,
                "\(path): at most \(Self.mostPiped >> 20) MiB are taken out of pipes; write it to a file, and import that"
            )
        }
    }

    private func send(_ file: Content, isDryRun: Bool) async throws -> ImportReport {
        var components = URLComponents()
        components.path = "/api/v1/import"
        components.queryItems =
            [
                URLQueryItem(name: "item", value: "\(device)"),
                URLQueryItem(name: "name", value: String(file.path.suffix(100))),
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
            body: file.piped,
            file: file.piped == nil ? file.path : nil,
            type: "application/octet-stream",
            within: Self.patience + Int64(file.size) / Self.slowest
        )
        guard answer.isSuccess else {
            if answer.status == 404 {
                throw CommandFailure(.failure, "there is no item \(device) any more; --new creates it")
            }
            let problem = try? JSONDecoder().decode(ProblemDocument.self, from: answer.body)
            let sentence = problem?.detail ?? "\(console.base): the service answered \(answer.status)"
            throw CommandFailure(answer.status == 422 || answer.status == 413 ? .badInput : .failure, sentence)
        }
        return try JSONDecoder().decode(ImportReport.self, from: answer.body)
    }

    private struct ProblemDocument: Decodable { let detail: String }
}
