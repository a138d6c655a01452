internal import Tracking

/// How long an answer may be kept, and how it is asked for again (RFC 9111).
struct Freshness: Hashable, Sendable {
    /// Nil where the server says nothing.
    let lifetime: Duration?
    let tag: String?
    let modified: String?

    /// By `max-age` less `Age`, or else by `Expires`; what must not be kept, or is over already, has no lifetime at all.
    init(_ headers: [String: String], at now: Timestamp) {
        tag = Self.validator(headers["etag"])
        modified = Self.validator(headers["last-modified"])
        let words = (headers["cache-control"] ?? "").lowercased().split(separator: ",")
            .map { $0.filter { !$0.isWhitespace } }
        if words.contains("no-store") || words.contains("no-cache") {
            lifetime = .zero
        } else if let age = words.lazy.compactMap({ $0.hasPrefix("max-age=") ? Int64($0.dropFirst(8)) : nil }).first {
            let spent = headers["age"].flatMap { Int64($0) } ?? 0
            lifetime = .seconds(Self.bounded(age) - min(Self.bounded(age), Self.bounded(spent)))
        } else if let expires = headers["expires"] {
            // What is no date, such as 0, is in the past (RFC 9111, 5.3). The server's clock may differ from ours.
            let start = headers["date"].flatMap(HTTPDate.read) ?? now
            lifetime = HTTPDate.read(expires).map { max(.zero, start.duration(to: $0)) } ?? .zero
        } else {
            lifetime = nil
        }
    }

    /// A year at most: more seconds than that mean nothing else.
    private static func bounded(_ seconds: Int64) -> Int64 { min(max(0, seconds), 31_536_000) }

    /// A text that may go back to the server as it came.
    private static func validator(_ text: String?) -> String? {
        guard let text, (1...200).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return text
    }

    /// How long the server wants to be left alone, by `Retry-After` in seconds or as a date; a day at most.
    static func rest(_ headers: [String: String], at now: Timestamp) -> Duration? {
        guard let text = headers["retry-after"] else { return nil }
        let seconds = Int64(text) ?? HTTPDate.read(text).map { now.duration(to: $0).milliseconds / 1000 }
        return seconds.map { .seconds(min(max(0, $0), 86_400)) }
    }
}
