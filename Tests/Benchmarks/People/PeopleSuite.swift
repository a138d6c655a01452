import Access
import Foundation
import Store
import Tracking

/// How long a search among many people takes, beside a look at every row, and how long an address book.
struct PeopleSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    /// What people type: common and rare beginnings, several of them, nothing that there is.
    private static let queries = [
        "ma", "mar", "mari", "mari mu", "ma mu", "ma ma ma", "an", "anna ma be", "li ag", "ko ri", "tho", "zz", "m",
        "é",
        "\"mari anna\"", "marian berli", "mamama", "a b c", "san sandra ma ag", "ster",
    ]

    func run() async throws -> [Measurement] {
        let count = load.amount(100_000, quick: 2000)
        return try await withTemporaryDirectory { directory in
            let path = directory + "/access.sqlite"
            let access = try AccessControl(path: path)
            let start = Timestamp(milliseconds: 1_767_000_000_000)
            var town = Town()
            let empty = Self.size(path)
            for begin in stride(from: 0, to: count, by: 1000) {
                try access.profiles.add(try (begin..<begin + 1000).map { try town.person($0) }, at: start)
            }
            let each = Double(Self.size(path) - empty) / Double(count)
            let viewer = try Name("p0")
            let contacts = try (1...1000).map { try Name("p\($0)") }
            try access.contacts.connect(viewer, with: contacts, at: start)
            let picture = PhotoRow(kind: .jpeg, data: [UInt8](repeating: 7, count: 40_000), updated: start)
            for contact in contacts.prefix(load.amount(300, quick: 3)) {
                try access.profiles.setPicture(picture, of: contact, at: start)
            }
            let bare = try BareNames(path)
            var rounds = Rounds()
            let repeats = load.amount(20, quick: 1)
            rounds.add("search") {
                try Self.times(repeats) { query in
                    _ = try access.peopleSearch.find(query, for: Name("p5000"), at: start)
                }
            }
            rounds.add("own") {
                try Self.times(repeats) { query in _ = try access.peopleSearch.find(query, for: viewer, at: start) }
            }
            rounds.add("every") { try Self.times(1) { query in keep(try bare.count(containing: query)) } }
            rounds.add("book") {
                var found = 0
                let seconds = try Stopwatch.processorSeconds { found = try access.contacts.list(of: viewer).count }
                guard found == contacts.count else {
                    throw WrongCount("contacts", expected: contacts.count, found: found)
                }
                return seconds * 1000
            }
            // A tenth of them let the address be seen.
            for contact in contacts.prefix(contacts.count / 10) {
                try access.contacts.setLevel(TrustLevel([.work]), of: viewer, by: contact, at: start)
            }
            let mails = contacts.compactMap { MailAddress("\($0)@example.org") }
            rounds.add("look") {
                var found = 0
                let seconds = try Stopwatch.processorSeconds {
                    found = try access.contacts.standings(of: mails, for: viewer, at: start).count
                }
                guard found == contacts.count / 10 else {
                    throw WrongCount("addresses", expected: contacts.count / 10, found: found)
                }
                return seconds * 1000
            }
            let results = try await rounds.run(load)
            let every = ("a look at every name, median", results["every.p50"])
            return [
                Measurement(
                    "search among \(count) people, median", results["search.p50"], "ms", limit: every
                ),
                Measurement(
                    "  99th percentile", results["search.p99"], "ms", limit: every, target: .atMost(20)
                ),
                Measurement("the same by one with 1000 contacts, median", results["own.p50"], "ms", limit: every),
                Measurement("  99th percentile", results["own.p99"], "ms", limit: every, target: .atMost(20)),
                Measurement(
                    "an address book of 1000 contacts", results["book"], "ms", limit: every, target: .atMost(50)
                ),
                Measurement(
                    "who of \(mails.count) mail addresses is here", results["look"], "ms", limit: every,
                    target: .atMost(50)
                ),
                Measurement("a person, with what is searched", each, "bytes"),
            ]
        }
    }

    /// Milliseconds of processor time of each query, which a busy machine disturbs least: in the middle, and of the
    /// slowest hundredth.
    private static func times(_ repeats: Int, _ ask: (String) throws -> Void) throws -> [String: Double] {
        var times: [Double] = []
        for query in queries {
            for _ in 0..<repeats { times.append(try Stopwatch.processorSeconds { try ask(query) } * 1000) }
        }
        times.sort()
        return ["p50": times[times.count / 2], "p99": times[min(times.count - 1, times.count * 99 / 100)]]
    }

    /// Bytes of the database with its log.
    private static func size(_ path: String) -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }
}
