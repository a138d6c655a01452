internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Posts to an HTTP service and tells what its answer means.
enum WebSender {
    /// Redirects are not followed: what is sent is meant for the address that somebody wrote down.
    ///
    /// As it is the whole process's, it is never shut down.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(15)
        // The outbox tries again, and knows when.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The longest wait for an answer, in seconds.
    private static let patience: Int64 = 30

    /// Posts once.
    ///
    /// - Parameters:
    ///   - body: What is sent.
    ///   - headers: What goes with it.
    ///   - address: To where.
    /// - Throws: ``DeliveryFailure``, which names the host and nothing else of the address.
    static func post(
        _ body: [UInt8],
        _ headers: [(name: String, value: String)],
        to address: WebAddress
    ) async throws(DeliveryFailure) {
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: "tagalong")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        let answer: (status: Int, retryAfter: String?)
        do {
            let response = try await client.execute(request, timeout: .seconds(patience))
            answer = (Int(response.status.code), response.headers.first(name: "Retry-After"))
            // What it says is of no use; but the connection can be used again.
            _ = try? await response.body.collect(upTo: 1 << 16)
        } catch {
            throw .unreachable("\(address) cannot be reached: \(reason(error))")
        }
        try judge(answer.status, retryAfter: answer.retryAfter, of: address)
    }

    /// What a status means for the message and for the channel.
    static func judge(
        _ status: Int,
        retryAfter: String? = nil,
        of address: WebAddress
    ) throws(DeliveryFailure) {
        let sentence = "\(address) answered \(status)"
        switch status {
        case 200..<300: return
        case 400, 413, 415, 422: throw .impossible(sentence)
        case 429, 502, 503, 504:
            let seconds = retryAfter.flatMap { Int($0) }.map { min(max(0, $0), 86_400) }
            throw .unreachable(sentence, retryAfter: seconds.map { .seconds($0) })
        default: throw .refused(sentence)
        }
    }

    private static func reason(_ error: any Error) -> String {
        if error is CancellationError { return "stopped before the answer" }
        if let error = error as? IOError { return said(error) }
        if let error = error as? NIOConnectionError {
            return (error.connectionErrors.first?.error as? IOError).map(said) ?? "its host is not found"
        }
        switch error as? HTTPClientError {
        case .connectTimeout, .deadlineExceeded, .readTimeout: return "no answer in time"
        case .remoteConnectionClosed: return "the connection was closed before the answer"
        case .some(let error): return "\(error.shortDescription)"
        case nil: return "\(error)"
        }
    }

    /// What the system calls an error, within a sentence.
    private static func said(_ error: IOError) -> String {
        let text = unsafe String(cString: strerror(error.errnoCode))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
