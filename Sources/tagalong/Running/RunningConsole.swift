import Curl
import Foundation

/// The history service that writes a database at this moment, for commands that have it change something.
///
/// Where it listens stands in the lock file of the database, so that it is found whatever its port.
struct RunningConsole: Sendable {
    /// Such as `http://127.0.0.1:8467`.
    let base: String
    /// What lets this user in, whoever else has to log in.
    private let key: String

    /// What it answered.
    struct Answer: Sendable {
        let status: Int
        let body: Data

        var isSuccess: Bool { (200..<300).contains(status) }
    }

    /// The service that writes a database; nil when none does, and the caller may write it, see ``StoreChoice``.
    static func find(_ store: StoreChoice) throws(CommandFailure) -> RunningConsole? {
        guard let (address, key) = WriterLock.announcement(for: store.files) else { return nil }
        guard !address.isEmpty else {
            throw CommandFailure(
                .unreachable,
                "\(store.path): another process writes this database and does not listen for HTTP; end it, or start "
                    + "the history service without --http off"
            )
        }
        return RunningConsole(base: address, key: key)
    }

    /// Sends a request, with a path from `/api/` on, percent-encoded where needed, and returns the answer whatever its
    /// status; a file goes as its body, and is read while it is sent.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: [UInt8]? = nil,
        file: String? = nil,
        type: String = "application/json",
        within seconds: Int64 = 60
    ) async throws(CommandFailure) -> Answer {
        var request = HTTPRequest(method, base + path)
        request.headers.append((name: "Authorization", value: "Bearer \(key)"))
        if body != nil || file != nil { request.headers.append((name: "Content-Type", value: type)) }
        request.body = body
        request.file = file
        request.timeout = .seconds(seconds)
        request.answerLimit = 64 << 20
        do throws(CurlFailure) {
            let answer = try await request.send()
            return Answer(status: answer.status, body: Data(answer.body))
        } catch { throw CommandFailure(.unreachable, "\(base) does not answer: \(error)") }
    }

    /// Sends a request that must succeed, with JSON and a path from `/api/` on, percent-encoded where needed, and
    /// returns the body of the answer.
    ///
    /// What is wrong with a member is told by the option that it comes from, where `options` has it by the pointer.
    @discardableResult
    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: Data? = nil,
        options: [String: String] = [:],
        within seconds: Int64 = 60
    ) async throws(CommandFailure) -> Data {
        let answer = try await send(method, path, body: body.map { Array($0) }, within: seconds)
        if answer.isSuccess { return answer.body }
        let sentence = Self.sentence(of: answer.body, options: options)
        throw CommandFailure(.failure, sentence ?? "\(base)\(path): the service answered \(answer.status)")
    }

    /// What a problem document says, in the words of who typed the command; nil for anything else.
    static func sentence(of body: Data, options: [String: String]) -> String? {
        guard let problem = try? JSONDecoder().decode(ProblemDocument.self, from: body) else { return nil }
        let told = (problem.errors ?? []).compactMap { error in
            error.pointer.flatMap { options[$0] }.map { "\($0): \(error.detail)" }
        }
        return told.isEmpty ? problem.detail : told.joined(separator: "; ")
    }

    private struct ProblemDocument: Decodable {
        let detail: String
        let errors: [Place]?

        struct Place: Decodable {
            let pointer: String?
            let detail: String
        }
    }
}
