import Alerts
import Firmware
import Foundation
import Messages
import Paths
import Ranging
import Simulation
import Tracking

/// The parts of the way alone, by processor time.
struct PartsSuite {
    private let load: Load

    init(_ load: Load) { self.load = load }

    func run() async throws -> [Measurement] {
        var rounds = Rounds()
        try addMessages(&rounds)
        try addPaths(&rounds)
        try addMachines(&rounds)
        try addAdvertisements(&rounds)
        addRanging(&rounds)
        let results = try await rounds.run(load)
        return messages(results) + paths(results) + machines(results) + advertisements(results)
            + ranging(results)
    }

    // MARK: - Messages

    private func addMessages(_ rounds: inout Rounds) throws {
        var convoy = try Convoy(100, fixesEach: 10, until: .wall)
        let payloads = try convoy.next(1000).map(\.payload)
        let locations = try payloads.map { try LocationMessage(decoding: $0) }
        let turns = load.amount(300, quick: 5)
        rounds.add("decode") {
            try microseconds(turns * payloads.count) {
                for _ in 0..<turns { for payload in payloads { keep(try LocationMessage(decoding: payload)) } }
            }
        }
        rounds.add("decode, Foundation") {
            let decoder = JSONDecoder()
            let data = payloads.map { Data($0) }
            return try microseconds(max(1, turns / 10) * data.count) {
                for _ in 0..<max(1, turns / 10) {
                    for payload in data { keep(try decoder.decode(FoundationLocation.self, from: payload)) }
                }
            }
        }
        rounds.add("encode") {
            microseconds(turns * locations.count) {
                for _ in 0..<turns { for location in locations { keep(location.encoded()) } }
            }
        }
    }

    private func messages(_ results: Rounds.Results) -> [Measurement] {
        [
            Measurement(
                "location decoded",
                results["decode"],
                "µs",
                limit: ("Foundation", results["decode, Foundation"]),
                target: .ratio(atMost: 0.09)
            ),
            Measurement("location encoded", results["encode"], "µs"),
        ]
    }

    // MARK: - Paths

    private func addPaths(_ rounds: inout Rounds) throws {
        let points = load.amount(200_000, quick: 5000)
        let document = GPXLoad.document(points: points)
        rounds.add("gpx") {
            try Double(points)
                / Stopwatch.processorSeconds {
                    let path = try Path(bytes: document, file: "load.gpx")
                    guard path.points.count == points else {
                        throw WrongCount("GPX points", expected: points, found: path.points.count)
                    }
                }
        }
        rounds.add("expat") {
            try Double(points)
                / Stopwatch.processorSeconds {
                    let found = BareExpat.points(in: document)
                    guard found == points else { throw WrongCount("GPX points", expected: points, found: found) }
                }
        }
        let track = Track(try Path(bytes: document, file: "load.gpx"))
        rounds.add("cursor") {
            var cursor = TrackCursor(track)
            return Double(points * 10)
                / Stopwatch.processorSeconds {
                    for step in 0..<(points * 10) { keep(cursor.position(atMilliseconds: Int64(step) * 100)) }
                }
        }
    }

    private func paths(_ results: Rounds.Results) -> [Measurement] {
        [
            Measurement(
                "GPX read",
                results["gpx"],
                "points/s",
                limit: ("bare expat", results["expat"]),
                target: .ratio(atLeast: 0.8)
            ),
            Measurement("track followed", results["cursor"], "positions/s"),
        ]
    }

    // MARK: - State machines

    private func addMachines(_ rounds: inout Rounds) throws {
        let count = load.amount(2_000_000, quick: 20_000)
        let place = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        rounds.add("heap of events") {
            var heap = EventHeap(pending: 10_000)
            return Double(count) / Stopwatch.processorSeconds { heap.run(count) }
        }
        rounds.add("firmware") { try FirmwareLoad(at: place).eventsPerSecond(count) }
        rounds.add("alerts") { try AlertLoad().observationsPerSecond(count) }
    }

    private func machines(_ results: Rounds.Results) -> [Measurement] {
        let heap = ("heap events/s", results["heap of events"])
        return [
            Measurement("firmware", results["firmware"], "events/s", limit: heap, target: .ratio(atLeast: 0.5)),
            Measurement("alert engine", results["alerts"], "observations/s", limit: heap),
        ]
    }

    // MARK: - Advertisements

    private func addAdvertisements(_ rounds: inout Rounds) throws {
        let turns = load.amount(100_000, quick: 1000)
        let air = try AdvertisementLoad()
        rounds.add("walk") { air.walksPerSecond(turns) }
        rounds.add("advertising data") { try air.decodingsPerSecond(turns) }
        rounds.add("recognition") { try air.recognitionsPerSecond(turns) }
    }

    private func advertisements(_ results: Rounds.Results) -> [Measurement] {
        let walk = ("bare walks/s", results["walk"])
        return [
            Measurement("advertisement decoded", results["advertising data"], "per s", limit: walk),
            Measurement(
                "advertisement recognised",
                results["recognition"],
                "per s",
                limit: walk,
                target: .atLeast(500_000)
            ),
        ]
    }

    // MARK: - Ranging

    private func addRanging(_ rounds: inout Rounds) {
        let turns = load.amount(300_000, quick: 3000)
        rounds.add("cells") { RangeLoad.passesPerSecond(turns) }
        rounds.add("range") { RangeLoad(.carried).updatesPerSecond(turns) }
        rounds.add("range, fixed") { RangeLoad(.fixed).updatesPerSecond(turns) }
    }

    private func ranging(_ results: Rounds.Results) -> [Measurement] {
        let cells = ("passes over its cells/s", results["cells"])
        return [
            // Half as much again as before it summed up by where something goes to: 0.028.
            Measurement("range filter", results["range"], "updates/s", limit: cells, target: .ratio(atLeast: 0.042)),
            Measurement("range filter, fixed", results["range, fixed"], "updates/s", limit: cells),
        ]
    }

    private func microseconds(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
        try Stopwatch.processorSeconds(work) / Double(count) * 1e6
    }
}

/// The same keys for Foundation's decoder.
private struct FoundationLocation: Decodable {
    var lat: Double
    var lon: Double
    var tst: Int
    var acc: Double?
    var alt: Double?
    var vac: Double?
    var vel: Double?
    var cog: Double?
    var batt: Int?
    var conn: String?
    var tid: String?
    var t: String?
    var createdAt: Int?
    var seq: UInt32?
    var boot: UInt32?
    var mode: String?
    var src: String?
    var gw: String?
    var milliseconds: Int64?

    private enum CodingKeys: String, CodingKey {
        case lat, lon, tst, acc, alt, vac, vel, cog, batt, conn, tid, t, seq, boot, mode, src, gw
        case createdAt = "created_at"
        case milliseconds = "tst_ms"
    }
}
