/// What an HTTP server answered.
public struct HTTPAnswer: Sendable {
    /// The status, 200 to 599 or whatever the server made of it.
    public internal(set) var status = 0
    /// The body, as long as its limit at most.
    public internal(set) var body: [UInt8] = []
    /// How many bytes of a body came, which are fewer than ``body`` has where it came compressed.
    public internal(set) var received = 0
    /// The names are in lower case.
    public private(set) var headers: [(name: String, value: String)] = []

    init() {}

    /// The beginning of an answer, such as `HTTP/1.1 200 OK`.
    init(statusLine: String) {
        let words = statusLine.split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    mutating func add(header line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let value = parts[1].drop { $0 == " " || $0 == "\t" }
        headers.append((parts[0].lowercased(), String(value)))
    }

    /// The value of the first header of a name, whatever its case; nil for none.
    public func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
}
