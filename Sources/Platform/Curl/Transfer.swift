internal import Synchronization
internal import Threads

/// One transfer, shared between the task that waits and the thread that libcurl blocks.
final class Transfer: Sendable {
    private struct State {
        var position = 0
        var headSize = 0
        var isHeadComplete = false
        var received = 0
        /// How many bytes have come of a compressed body; nil where they are ``received``.
        var downloaded: Int?
        var hasTooLongDownload = false
        var answer = HTTPAnswer()
    }

    /// The most that an answer may have before its body, in bytes.
    private static let largestHead = 1 << 16

    private let upload: Upload
    private let limit: Int
    private let downloadLimit: Int?
    private let state = Mutex(State())
    private let isStopped = Atomic(false)

    /// The limit is the longest body of an answer, in bytes, and that of a download of how much comes of a compressed one;
    /// nil where nothing is compressed.
    init(_ upload: Upload, limit: Int = 0, downloadLimit: Int? = nil) {
        self.upload = upload
        (self.limit, self.downloadLimit) = (limit, downloadLimit)
    }

    /// Prepares a handle, and lets libcurl work with it on a thread of its own, until the task is cancelled.
    func perform(
        _ prepare: @escaping @Sendable (inout CurlHandle) throws(CurlFailure) -> Void
    ) async throws(CurlFailure) {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // libcurl waits where it stands: not on a thread of the task pool.
                do {
                    try DedicatedThread.start { continuation.resume(returning: self.result(prepare)) }
                } catch { continuation.resume(returning: .failure(CurlFailure("\(error)"))) }
            }
        } onCancel: {
            isStopped.store(true, ordering: .relaxed)
        }
        try result.get()
    }

    private func result(_ prepare: (inout CurlHandle) throws(CurlFailure) -> Void) -> Result<Void, CurlFailure> {
        Result { () throws(CurlFailure) in
            var handle = try CurlHandle()
            try handle.isolate()
            try prepare(&handle)
            try handle.perform(self)
        }
    }

    /// The answer, as far as it has come; nil before its head is complete.
    var answer: HTTPAnswer? { state.withLock { $0.isHeadComplete ? $0.answer : nil } }

    /// How many bytes of a body have come, those included that were too many.
    var received: Int { state.withLock { $0.downloaded ?? $0.received } }

    /// Whether it was ended because more has come of it than may.
    var hasTooLongDownload: Bool { state.withLock(\.hasTooLongDownload) }

    /// Whether so much that has come of a body is more than may come.
    func isTooLong(_ downloaded: Int) -> Bool {
        guard let downloadLimit, downloaded > downloadLimit else { return false }
        state.withLock { $0.hasTooLongDownload = true }
        return true
    }

    /// Notes how much has come of a body, as libcurl has counted it.
    func noteDownload(_ bytes: Int) {
        if downloadLimit != nil { state.withLock { $0.downloaded = bytes } }
    }

    /// Whether nobody waits for it any more.
    var mustStop: Bool { isStopped.load(ordering: .relaxed) }

    /// The next bytes to be sent, none at the end; nil when they cannot be had.
    func next(_ room: Int) -> ArraySlice<UInt8>? {
        state.withLock { state in
            let piece = upload.piece(from: state.position, upTo: room)
            state.position += piece?.count ?? 0
            return piece
        }
    }

    /// Receives a line of a head; false when the head is too long.
    func receiveHeader(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.headSize += bytes.count
            let line = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
            if line.isEmpty {
                // After those that only say to go on, another head follows.
                state.isHeadComplete = state.answer.status >= 200
            } else if line.hasPrefix("HTTP/") {
                state.answer = HTTPAnswer(statusLine: line)
            } else {
                state.answer.add(header: line)
            }
            return state.headSize <= Self.largestHead
        }
    }

    /// Receives a piece of a body; false when the body is too long.
    func receiveBody(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.received += bytes.count
            // What is not compressed is counted at once: libcurl tells of its progress after 100 pieces only.
            if let downloadLimit, state.received > downloadLimit, state.answer.header("content-encoding") == nil {
                state.hasTooLongDownload = true
                return false
            }
            guard state.answer.body.count + bytes.count <= limit else { return false }
            state.answer.body += bytes
            return true
        }
    }
}
