internal import Curl
internal import Tracking

/// Sends what a fetch wants to have sent, until it ends.
struct FactSender: Sendable {
    let clock: any UTCClock

    /// Carries a fetch out, as long as ``Fetch/longest`` at most; a cancelled task ends it within about a second.
    func carryOut(_ fetch: inout Fetch) async -> Fetch.Result {
        let end = clock.now.advanced(by: Fetch.longest)
        while true {
            let left = clock.now.duration(to: end)
            guard left > .zero else { return fetch.fail("it is not done in time with all that is asked", received: 0) }
            if let path = fetch.request.file {
                let reply = FactReply(file: path, limit: fetch.restOfAnswer)
                return fetch.receive(reply, at: clock.now) ?? fetch.fail("it cannot be read", received: 0)
            }
            do throws(CurlFailure) {
                let reply = try await send(
                    fetch.request, limit: fetch.restOfAnswer, download: fetch.rest, timeout: min(left, fetch.timeout)
                )
                if let result = fetch.receive(reply, at: clock.now) { return result }
            } catch {
                // What libcurl says itself may have the address in it.
                let sentence =
                    switch error.kind {
                    case .other: "the request failed"
                    case .tooLong where fetch.isShort: "the answer is longer than the bytes of the day allow for one"
                    default: error.description
                    }
                return fetch.fail(sentence, received: error.received)
            }
        }
    }

    private func send(
        _ request: FactRequest, limit: Int, download: Int, timeout: Duration
    ) async throws(CurlFailure) -> FactReply {
        let method: HTTPRequest.Method =
            switch request.method {
            case .get: .get
            case .post: .post
            case .propfind: .propfind
            case .report: .report
            }
        var sent = HTTPRequest(method, request.url)
        sent.headers = request.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if let authorization = request.authorization { sent.headers.append(("Authorization", authorization)) }
        (sent.body, sent.isPublicOnly) = (request.body, request.isPublicOnly)
        (sent.acceptsCompressed, sent.downloadLimit) = (true, download)
        (sent.answerLimit, sent.timeout, sent.connectTimeout) = (limit, timeout, min(timeout, .seconds(10)))
        let answer = try await sent.send()
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        return FactReply(
            status: answer.status, headers: headers, body: answer.body, received: answer.received, url: request.url
        )
    }
}
