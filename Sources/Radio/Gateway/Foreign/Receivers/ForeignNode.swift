import Bluetooth
import Messages
import Tracking

/// A receiver of another make, for which this gateway speaks.
struct ForeignNode: Sendable {
    /// As it stands in its topics.
    let title: String
    let format: ForeignFormat
    /// The gateway as which it is told of.
    let name: Name
    /// When it said anything last.
    private(set) var lastWord: Timestamp
    private var heard: [DeviceID: Hearing] = [:]

    /// After so many milliseconds without a word its silence about a tag is no evidence.
    static let deafAfter: Int64 = 60_000
    /// After so many it is taken to be gone.
    static let goneAfter: Int64 = 180_000

    init(_ title: String, _ format: ForeignFormat, as name: Name, at now: Timestamp) {
        (self.title, self.format, self.name, lastWord) = (title, format, name, now)
    }

    /// How often it tells of a tag that it hears and that stays where it is, in milliseconds.
    private var tellsEvery: Int64 {
        switch format {
        case .espresense: ESPresenseOutput.skip
        // It scans for five seconds, and rests for five.
        case .theengs, .roomAssistant: 10_000
        }
    }

    /// Notes that it has said something; what it missed before is no news.
    mutating func spoke(at now: Timestamp) {
        if isDeaf(at: now) {
            for device in heard.keys { heard[device]?.restart(at: now, isNews: false) }
        }
        lastWord = max(lastWord, now)
    }

    func isDeaf(at now: Timestamp) -> Bool { now.milliseconds - lastWord.milliseconds > Self.deafAfter }
    func isGone(at now: Timestamp) -> Bool { now.milliseconds - lastWord.milliseconds >= Self.goneAfter }

    /// Takes in how strongly it hears a tag, in dBm; what is to be told, when it is time.
    mutating func hear(
        _ device: DeviceID, _ rssi: Int, _ pathLoss: PathLoss, every interval: Int64, at now: Timestamp
    ) -> Hearing.Estimate? {
        var hearing = heard[device] ?? Hearing(pathLoss, motion: nil, advertiseEvery: tellsEvery)
        hearing.record(rssi, at: now)
        defer { heard[device] = hearing }
        return hearing.isDue(at: now, every: interval) ? hearing.close(at: now, isLinked: false) : nil
    }

    /// What is to be told of reports that waited, and of tags that were heard and are not.
    mutating func silence(
        of devices: (DeviceID) -> Bool, every interval: Int64, at now: Timestamp
    ) -> [(DeviceID, Hearing.Estimate)] {
        guard !isDeaf(at: now) else { return [] }
        var told: [(DeviceID, Hearing.Estimate)] = []
        for (device, hearing) in heard.sorted(by: { $0.key < $1.key })
        where devices(device)
            && (hearing.isRestDue(at: now, every: interval) || hearing.isSilenceDue(at: now, every: interval))
        {
            var hearing = hearing
            told.append((device, hearing.close(at: now, isLinked: false)))
            heard[device] = hearing
        }
        return told
    }

    /// Forgets tags that are served no more.
    mutating func keep(_ isKept: (DeviceID) -> Bool) { heard = heard.filter { isKept($0.key) } }
}
