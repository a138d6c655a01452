public import Curl
import Foundation
public import Tracking

/// An object storage with S3's interface, as far as an archive needs it.
///
/// What may be over by itself is tried again a few times, with pauses that double: connections that fail, an answer that
/// breaks off, and the statuses 429, 500, 502, 503 and 504.
public struct ObjectStorage: Sendable {
    /// Where it is.
    public let address: ArchiveAddress
    private let signature: SignatureV4
    private let clock: any UTCClock
    private let pause: @Sendable (Duration) async throws -> Void
    private let send: @Sendable (HTTPRequest) async throws(CurlFailure) -> HTTPAnswer
    /// How often something is tried.
    public var tries = 4

    /// The first pause, and the longest that a server may ask for.
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = 30

    /// A storage that was not asked anything yet; `pause` waits before something is tried again, `send` sends a request.
    public init(
        _ address: ArchiveAddress,
        _ credentials: StorageCredentials,
        clock: any UTCClock,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        send: @escaping @Sendable (HTTPRequest) async throws(CurlFailure) -> HTTPAnswer = {
            request throws(CurlFailure) in try await request.send()
        }
    ) {
        (self.address, self.clock, self.pause, self.send) = (address, clock, pause, send)
        signature = SignatureV4(credentials: credentials, region: address.region)
    }

    /// An object, of at most so many bytes; nil for none.
    ///
    /// - Throws: ``ArchiveError``, or `CancellationError`.
    public func get(_ name: String, limit: Int) async throws -> [UInt8]? {
        let answer = try await ask(.get, path(name), limit: limit)
        if answer.status == 404, code(answer) == "NoSuchKey" || code(answer).isEmpty { return nil }
        return try taken(answer).body
    }

    /// Writes an object, in the place of one of that name.
    ///
    /// It is begun only while `isWanted`: whoever was frozen must not write what others have removed meanwhile.
    ///
    /// - Throws: ``ArchiveError``, or `CancellationError`.
    public func put(
        _ name: String, _ bytes: [UInt8], type: String, while isWanted: () -> Bool = { true }
    ) async throws {
        _ = try taken(
            try await ask(.put, path(name), headers: [("Content-Type", type)], payload: bytes, while: isWanted))
    }

    /// Removes an object; that there is none is as good.
    ///
    /// - Throws: ``ArchiveError``, or `CancellationError`.
    public func delete(_ name: String) async throws {
        let answer = try await ask(.delete, path(name))
        if answer.status == 404, code(answer) == "NoSuchKey" || code(answer).isEmpty { return }
        _ = try taken(answer)
    }

    /// An object as it is listed.
    public struct Entry: Hashable, Sendable {
        /// Below the archive's place.
        public let name: String
        /// In bytes.
        public let size: Int
        /// When it was written, by the clock of the storage; nil where it does not tell.
        public let modified: Timestamp?
    }

    /// All objects of the archive, or of a folder such as `ada/bike/`, by their names.
    ///
    /// - Throws: ``ArchiveError``, or `CancellationError`.
    public func list(_ folder: String = "") async throws -> [Entry] {
        let prefix = address.prefix.isEmpty ? "" : "\(address.prefix)/"
        var (entries, next) = ([Entry](), nil as String?)
        repeat {
            var query = [("list-type", "2"), ("prefix", prefix + folder), ("encoding-type", "url")]
            if let next { query.append(("continuation-token", next)) }
            let answer = try taken(try await ask(.get, "/\(address.bucket)", query: query, limit: 8 << 20))
            let text = String(decoding: answer.body, as: UTF8.self)
            let isEncoded = StorageAnswer.first("EncodingType", in: text) == "url"
            for item in StorageAnswer.all("Contents", in: text) {
                guard let key = StorageAnswer.first("Key", in: item) else { continue }
                let plain = isEncoded ? key.replacing("+", with: " ").removingPercentEncoding ?? key : key
                guard plain.hasPrefix(prefix + folder) else { continue }
                let size = StorageAnswer.first("Size", in: item).flatMap { Int($0) } ?? 0
                let modified = StorageAnswer.first("LastModified", in: item).flatMap { Timestamp($0) }
                entries.append(Entry(name: String(plain.dropFirst(prefix.count)), size: size, modified: modified))
            }
            let isCut = StorageAnswer.first("IsTruncated", in: text) == "true"
            let former = next
            next = isCut ? StorageAnswer.first("NextContinuationToken", in: text) : nil
            // A list that is short, or goes on for ever, would be taken for all there is.
            guard !isCut || next?.isEmpty == false && next != former else {
                throw ArchiveError.away(storage: "\(address)", "it does not tell how its list goes on")
            }
        } while next != nil
        return entries
    }
}

extension ObjectStorage {
    private func path(_ name: String) -> String {
        let parts = [Substring(address.bucket)] + address.key(name).split(separator: "/")
        // What tools write to show an empty folder ends with a slash.
        return "/" + parts.map { SignatureV4.encoded($0) }.joined(separator: "/") + (name.hasSuffix("/") ? "/" : "")
    }

    private func code(_ answer: HTTPAnswer) -> String {
        StorageAnswer.sentence(StorageAnswer.first("Code", in: String(decoding: answer.body, as: UTF8.self)) ?? "")
    }

    /// The answer, where it is no refusal.
    private func taken(_ answer: HTTPAnswer) throws(ArchiveError) -> HTTPAnswer {
        guard !(200..<300).contains(answer.status) else { return answer }
        let sentence = StorageAnswer.first("Message", in: String(decoding: answer.body, as: UTF8.self)) ?? ""
        throw ArchiveError.refused(
            storage: "\(address)", status: answer.status, code: code(answer), StorageAnswer.sentence(sentence))
    }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        payload: [UInt8] = [],
        limit: Int = 1 << 16,
        while isWanted: () -> Bool = { true }
    ) async throws -> HTTPAnswer {
        var (rest, why) = (Self.firstPause, "")
        for number in 1...max(1, tries) {
            try Task.checkCancellation()
            var wanted: Int?
            // For this time it is signed: whatever is frozen from here on, the storage refuses it a quarter of an hour later.
            let now = clock.now
            guard isWanted() else {
                throw ArchiveError.away(storage: "\(address)", "too much time has passed to write \(path)")
            }
            do throws(CurlFailure) {
                let answer = try await once(method, path, query, headers, payload, limit, now)
                guard [429, 500, 502, 503, 504].contains(answer.status) else { return answer }
                let code = code(answer)
                why = "it answers \(answer.status)\(code.isEmpty ? "" : " \(code)")"
                wanted = answer.header("Retry-After").flatMap { Int($0) }
            } catch {
                if error.kind == .stopped { throw CancellationError() }
                // A larger object than the one that was written.
                if error.kind == .tooLong { throw ArchiveError.differs(storage: "\(address)", object: path) }
                why = "\(error)"
            }
            guard number < tries else { break }
            let asked = Duration.seconds(min(max(0, wanted ?? 0), Self.longestPause))
            try await pause(max(rest, asked))
            rest *= 2
        }
        throw ArchiveError.away(storage: "\(address)", why)
    }

    private func once(
        _ method: HTTPRequest.Method, _ path: String, _ query: [(name: String, value: String)],
        _ headers: [(name: String, value: String)], _ payload: [UInt8], _ limit: Int, _ now: Timestamp
    ) async throws(CurlFailure) -> HTTPAnswer {
        let encoded = SignatureV4.query(query)
        var request = HTTPRequest(method, address.endpoint + path + (encoded.isEmpty ? "" : "?\(encoded)"))
        let told = SignatureV4.Request(
            method: method.rawValue, path: path, query: query, headers: headers + [("Host", address.host)],
            payload: payload)
        request.headers = signature.signed(told, at: now)
        if method == .put { request.body = payload }
        request.connectTimeout = .seconds(10)
        // A mebibyte a second is slow, and a month is mostly less than one.
        request.timeout = .seconds(60 + max(payload.count, limit) >> 20)
        request.answerLimit = max(limit, 1 << 16)
        return try await send(request)
    }
}
