internal import Curl
internal import JSON
internal import Tracking

/// What the REST interface has answered.
enum HologramAnswer {
    /// Whether the message was taken.
    ///
    /// - Throws: ``CloudFailure``. A wrong key, a limit or trouble of the cloud's own has all messages wait, as it would
    ///   meet each of them.
    static func judge(_ answer: HTTPAnswer) throws(CloudFailure) {
        let document = try? JSONValue(answer.body, limits: .init(values: 10_000))
        // What it says may quote what it was sent, so it is cut, and never has the key in it.
        let reason = (document?["error"]?.text ?? document?["message"]?.text).map { ": \($0.excerpt(200))" } ?? ""
        let sentence = "Hologram answered \(answer.status)\(reason)"
        switch answer.status {
        case 200..<300:
            switch document?["success"] {
            case .flag(true): return
            case .flag(false): throw .refused("Hologram does not take it\(reason)")
            default: throw .unreachable("Hologram answered \(answer.status) with something else than its documents say")
            }
        case 429, 502, 503, 504:
            let seconds = answer.header("Retry-After").flatMap { Int($0) }.map { min(max(0, $0), 3600) }
            throw .unreachable(sentence, retryAfter: seconds.map { .seconds($0) })
        case 401, 403: throw .unreachable("\(sentence); is the key in 'api-key-file' right?")
        case 300..<400: throw .unreachable("\(sentence); is 'url' right?")
        case 400..<500: throw .refused(sentence)
        default: throw .failed(sentence)
        }
    }
}
