import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

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
    ///
    /// - Parameter store: The database.
    /// - Returns: The service.
    /// - Throws: ``CommandFailure`` when one runs that does not listen.
    static func find(_ store: StoreChoice) throws(CommandFailure) -> RunningConsole? {
        guard let (address, key) = WriterLock.announcement(for: store.path) else { return nil }
        guard !address.isEmpty else {
            throw CommandFailure(
                .unreachable,
                "\(store.path): another process writes this database and does not listen for HTTP; end it, or start "
                    + "the history service without --http off"
            )
        }
        return RunningConsole(base: address, key: key)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: Such as `PUT`.
    ///   - path: From `/api/` on, percent-encoded where needed.
    ///   - body: What goes with it.
    ///   - type: What the body is.
    ///   - seconds: How long it may take.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``CommandFailure`` when there is none.
    func send(
        _ method: String,
        _ path: String,
        body: Data? = nil,
        type: String = "application/json",
        within seconds: Int64 = 60
    ) async throws(CommandFailure) -> Answer {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: "Authorization", value: "Bearer \(key)")
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(data: body))
        }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(seconds))
            let received = try await response.body.collect(upTo: 64 << 20)
            return Answer(status: Int(response.status.code), body: Data(buffer: received))
        } catch {
            throw CommandFailure(.unreachable, "\(base) does not answer: \(error)")
        }
    }

    /// Sends a request that must succeed.
    ///
    /// - Parameters:
    ///   - method: Such as `PUT`.
    ///   - path: From `/api/` on, percent-encoded where needed.
    ///   - body: JSON that goes with it.
    ///   - seconds: How long it may take.
    /// - Returns: The body of the answer.
    /// - Throws: ``CommandFailure`` with the sentence of the service when it refuses.
    @discardableResult
    func ask(
        _ method: String,
        _ path: String,
        body: Data? = nil,
        within seconds: Int64 = 60
    ) async throws(CommandFailure) -> Data {
        let answer = try await send(method, path, body: body, within: seconds)
        if answer.isSuccess { return answer.body }
        let problem = try? JSONDecoder().decode(ProblemDocument.self, from: answer.body)
        throw CommandFailure(.failure, problem?.detail ?? "\(base)\(path): the service answered \(answer.status)")
    }

    private struct ProblemDocument: Decodable {
        let detail: String
    }
}
