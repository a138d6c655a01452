internal import CCurl
internal import Glibc

/// Why a transfer did not end well.
public struct CurlFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as far as anybody decides by it.
    public enum Kind: Sendable {
        /// The task was cancelled.
        case stopped
        case hostNotFound
        case notConnected
        case timedOut
        /// The other side hung up before it had answered.
        case closed
        /// The other side did not take what was sent: an SMTP server that refuses a command, or one that hung up.
        case refused
        /// The answer is longer than its limit.
        case tooLong
        case other
    }

    /// What went wrong.
    public let kind: Kind
    /// What libcurl says, in one line; what the server said may stand in it.
    public let words: String
    /// The server's last answer, 0 for none.
    public let status: Int
    /// How many bytes of a body came all the same.
    public internal(set) var received = 0
    /// What went wrong, within a sentence.
    public let description: String

    init(_ words: String) {
        kind = .other
        status = 0
        self.words = words
        description = words
    }

    /// The status is the server's last answer, 0 for none; the system's error is why it made no connection, 0 for
    /// another reason; it may have gone to addresses of the internet only.
    init(_ code: CURLcode, words: String, status: Int, systemError: Int32, isPublicOnly: Bool) {
        kind = Self.kind(code)
        self.status = status
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.words = line
        description = Self.sentence(code, systemError, isPublicOnly) ?? line
    }

    /// That more has come than may.
    static func tooLong(received: Int) -> CurlFailure {
        var failure = CurlFailure(
            CURLE_WRITE_ERROR, words: "the answer is too long", status: 0, systemError: 0, isPublicOnly: false)
        failure.received = received
        return failure
    }

    private static func kind(_ code: CURLcode) -> Kind {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: .stopped
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_CONNECT: .notConnected
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closed
        case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_UPLOAD_FAILED: .refused
        case CURLE_WRITE_ERROR: .tooLong
        default: .other
        }
    }

    /// Our words for what can be said without libcurl's.
    private static func sentence(_ code: CURLcode, _ systemError: Int32, _ isPublicOnly: Bool) -> String? {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: "stopped before the answer"
        case CURLE_COULDNT_RESOLVE_HOST: "its host is not found"
        case CURLE_COULDNT_CONNECT where systemError != 0: said(systemError)
        // The system was not asked: the address was refused before.
        case CURLE_COULDNT_CONNECT where isPublicOnly: "its address is not one of the internet"
        case CURLE_OPERATION_TIMEDOUT: "no answer in time"
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
            "the connection was closed before the answer"
        case CURLE_WRITE_ERROR: "the answer is too long"
        default: nil
        }
    }

    /// What the system calls an error, within a sentence.
    private static func said(_ error: Int32) -> String {
        let text = unsafe String(cString: strerror(error))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
