import Bluetooth
import Gateway
import Ranging
import ServiceLifecycle

/// Measures how strongly one tag is heard, at one distance after the other.
actor CalibrationService: Service {
    private let radio: any Radio
    private var ear: TagEar
    private let distances: [Double]
    private let time: Duration
    private let guide: CalibrationGuide
    private let found: AsyncStream<[Calibration.Level]>.Continuation
    /// By adapter: each of them hears differently.
    private var strengths: [BluetoothAddress: [Double]] = [:]
    private var isMeasuring = false

    init(
        radio: any Radio,
        ear: TagEar,
        distances: [Double],
        time: Duration,
        guide: CalibrationGuide,
        found: AsyncStream<[Calibration.Level]>.Continuation
    ) {
        (self.radio, self.ear, self.distances, self.time) = (radio, ear, distances, time)
        (self.guide, self.found) = (guide, found)
    }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in self.radio.events.cancelOnGracefulShutdown() { await self.handle(event) }
            }
            group.addTask { try await cancelWhenGracefulShutdown { try await self.measure() } }
            try await group.next()
            group.cancelAll()
        }
    }

    private func handle(_ event: RadioEvent) {
        guard isMeasuring, case .heard(let sighting) = event, let rssi = ear.strength(sighting) else { return }
        strengths[sighting.adapter, default: []].append(Double(rssi))
    }

    private func measure() async throws {
        var levels = TagLevels()
        for distance in distances {
            guard await guide.ask(distance) else { return }
            let strengths = try await listen(at: distance)
            levels.put(strengths, at: distance)
            // Silence at the first distance will not be better at the next.
            if strengths.isEmpty { break }
        }
        found.yield(levels.best)
    }

    private func listen(at distance: Double) async throws -> [BluetoothAddress: [Double]] {
        strengths = [:]
        isMeasuring = true
        defer { isMeasuring = false }
        let seconds = max(1, Int(time.components.seconds))
        for left in stride(from: seconds - 1, through: 0, by: -1) {
            try await Task.sleep(for: .seconds(1))
            let most = strengths.values.max { $0.count < $1.count } ?? []
            guide.show(Calibration.Level(distance: distance, strengths: most), left: left)
        }
        return strengths
    }
}
