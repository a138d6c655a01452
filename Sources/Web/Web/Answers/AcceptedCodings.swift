package import HTTPTypes

/// In which codings a client takes an answer (RFC 9110, 12.5.3).
package struct AcceptedCodings: Hashable, Sendable {
    /// Whether it takes gzip.
    package let hasGzip: Bool

    package init(_ headers: HTTPFields) {
        var weights: [String: Double] = [:]
        for part in (headers[.acceptEncoding] ?? "").split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let coding = words.first else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            weights[coding] = weight ?? 1
        }
        hasGzip = (weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0) > 0
    }
}
