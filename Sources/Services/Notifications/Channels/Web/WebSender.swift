internal import Curl

/// Posts to an HTTP service and tells what its answer means.
enum WebSender {
    /// Posts once.
    static func post(
        _ body: [UInt8], _ headers: [(name: String, value: String)], to address: WebAddress
    ) async throws(DeliveryFailure) {
        var request = HTTPRequest(.post, address.text)
        request.headers = headers
        request.body = body
        // What it says beside its status is of no use.
        request.isHeadEnough = true
        let answer = try await answer(to: request, from: address)
        try judge(answer.status, retryAfter: answer.header("Retry-After"), of: address)
    }

    /// The answer to a request, whatever its status.
    static func answer(to request: HTTPRequest, from address: WebAddress) async throws(DeliveryFailure) -> HTTPAnswer {
        do throws(CurlFailure) {
            return try await request.send()
        } catch { throw .unreachable("\(address) cannot be reached: \(error)") }
    }

    /// What a status means for the message and for the channel.
    static func judge(_ status: Int, retryAfter: String? = nil, of address: WebAddress) throws(DeliveryFailure) {
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
}
