import Cryptography
import Foundation
import HTTPTypes
import Hummingbird

/// What a client and a server say before they speak WebSocket (RFC 6455, 4): the client's part, once it is found good.
struct WebSocketHandshake: Hashable, Sendable {
    /// What the client made up, and wants to see that it was understood.
    let key: String

    /// - Throws: ``Problem``: 426 for a request that asks for no WebSocket of the one version that there is, 400 for one
    ///   whose key is none, or that has a body: its bytes would be taken for frames, and its end would never come.
    init(_ method: HTTPRequest.Method, _ headers: HTTPFields) throws(Problem) {
        guard method == .get, Self.words(headers[.upgrade]).contains("websocket"),
            Self.words(headers[.connection]).contains("upgrade"), headers[.secWebSocketVersion] == "13"
        else {
            throw Problem(
                .upgradeRequired,
                "a WebSocket of version 13 is expected (RFC 6455)",
                headers: [.upgrade: "websocket", .connection: "upgrade", .secWebSocketVersion: "13"]
            )
        }
        guard let key = headers[.secWebSocketKey], Data(base64Encoded: key)?.count == 16 else {
            throw Problem(.badRequest, "Sec-WebSocket-Key: 16 bytes in Base64 are expected")
        }
        guard headers[.transferEncoding] == nil, headers[values: .contentLength].allSatisfy({ Int($0) == 0 }) else {
            throw Problem(.badRequest, "a request for a WebSocket without a body is expected")
        }
        self.key = key
    }

    /// What shows the client that it was understood.
    var accept: String {
        Data(Digest.sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }

    /// The headers of the answer, 101.
    var answer: HTTPFields { [.upgrade: "websocket", .connection: "upgrade", .secWebSocketAccept: accept] }

    private static func words(_ list: String?) -> [String] {
        (list ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
