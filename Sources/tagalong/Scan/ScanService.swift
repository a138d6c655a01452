import Bluetooth
import ServiceLifecycle
import Tracking

/// Shows the tags that a radio hears, until its time is over.
actor ScanService: Service {
    /// How it shows them.
    enum View: Hashable, Sendable {
        /// A table that is drawn again and again.
        case live
        /// A table at the end.
        case once
        /// One JSON object a line for each sighting.
        case json
    }

    private let radio: any Radio
    private let view: View
    private let limit: Duration?
    private let recording: RecordingFile?
    private let clock: any UTCClock
    private var tags: HeardTags
    private var adapters: [BluetoothAddress: AdapterStatus] = [:]
    private var text = LiveText()

    init(
        radio: any Radio,
        library: ProfileLibrary,
        view: View,
        limit: Duration?,
        recording: sending RecordingFile? = nil,
        clock: any UTCClock
    ) {
        (self.radio, self.view, self.limit, self.clock) = (radio, view, limit, clock)
        self.recording = recording
        tags = HeardTags(library: library)
    }

    private static let redrawing = Duration.milliseconds(500)

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in self.radio.events.cancelOnGracefulShutdown() { try await self.handle(event) }
            }
            if let limit { group.addTask { try await Task.sleep(for: limit) } }
            if view == .live { group.addTask { try await self.redraw() } }
            try await group.next()
            group.cancelAll()
        }
        try conclude()
    }

    private func handle(_ event: RadioEvent) throws {
        switch event {
        case .heard(let sighting):
            let now = clock.now
            let tag = tags.record(sighting, at: now)
            try recording?.record(sighting, at: now)
            if view == .json { try Output.standard.write(HeardTagLine(tag: tag, now: now).json.line + "\n") }
        case .adapter(let status): adapters[status.address] = status
        case .lost, .disconnected, .linkHeard, .linkLost, .scan: break
        }
    }

    private func redraw() async throws {
        while true {
            try draw()
            try await Task.sleep(for: Self.redrawing)
        }
    }

    private func draw() throws {
        let lines = table(whenEmpty: "No tag received yet: press the tag's button to wake it, and hold it near.")
        let all = [HeardTags.heading(adapters.values)] + lines.split(separator: "\n").map { String($0) }
        try Output.standard.write(text.drawing(all, in: Terminal.size))
    }

    private func conclude() throws {
        try recording?.close()
        switch view {
        case .json: break
        case .live: try draw()
        case .once: try Output.standard.write(table(whenEmpty: "No tag was received."))
        }
        let known = adapters.values
        guard !known.isEmpty, known.allSatisfy({ $0.health == .off }) else { return }
        let names = known.map(\.name).sorted().joined(separator: ", ")
        throw CommandFailure(.unreachable, "\(names): switched off or blocked; 'tagalong doctor' says what to do")
    }

    private func table(whenEmpty sentence: String) -> String {
        let now = clock.now
        return Listing.table(tags.nearest.map { HeardTagLine(tag: $0, now: now) }, whenEmpty: sentence)
    }
}

extension HeardTags {
    /// Which adapters listen, and how they are.
    static func heading(_ adapters: some Collection<AdapterStatus>) -> String {
        if adapters.isEmpty { return "Waiting for the Bluetooth adapter; Ctrl-C ends it" }
        let states = adapters.sorted { $0.address < $1.address }.map { "\($0.name) \($0.health)" }
        return "\(states.joined(separator: ", ")); Ctrl-C ends it"
    }
}
