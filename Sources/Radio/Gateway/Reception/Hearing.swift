import Bluetooth
import Messages
import Ranging
import Tracking

/// How one adapter hears one tag: what came since the last message, how often something comes, and how far it is.
struct Hearing: Sendable {
    /// Reports since the last message.
    private var reports = 0
    /// Those that told a strength, and the sum of these in dBm.
    private var strong = 0
    private var sum = 0
    /// Whether the adapter tells how strongly it hears this tag.
    private var tellsStrength = false
    /// When the last message was sent; nil before the first.
    private var sent: Timestamp?
    /// Since when is counted what might have come; later than `sent` after a time in which nothing could come.
    private var since: Timestamp?
    /// When the tag was heard last, or might have been: when its link ended.
    private(set) var lastNews: Timestamp?
    private var lastHeard: Timestamp?
    /// Milliseconds from one report to the next, as they come from a tag in reach.
    private var usual: Double?
    /// How many pauses that was learnt from, up to those that count.
    private var pauses = 0
    private let advertiseEvery: Int64?
    private let pathLoss: PathLoss
    /// None where the strength alone is to tell the distance; in an array because it is many times as large as the rest,
    /// which is moved with each report.
    private var filter: [RangeFilter]

    /// After so many milliseconds without any report nothing more is told of it.
    static let patience: Int64 = 600_000
    /// A tag that was silent for longer, in milliseconds, is told of less often.
    private static let soon: Int64 = 30_000
    private static let seldom: Int64 = 10_000
    /// A pause between two reports that is longer, in milliseconds, is no measure of how often they come.
    private static let pause = 30_000.0
    /// How much a pause counts against those before, once there have been many; until then all count alike.
    private static let weight = 0.05
    /// From one report to the next, in milliseconds, where a controller filters duplicates: it tells of each tag once in
    /// a scan, which Linux begins anew after DISCOV_LE_TIMEOUT (net/bluetooth/hci_core.h), unless bluetoothd has an
    /// advertisement monitor.
    private static let filtered = 10_240.0

    /// How many packets in a row are missed at least when a link is lost: its supervision timeout is 420 ms, its events
    /// come every 50 ms at most, unless the tag asks for other values (Linux, net/bluetooth/hci_core.c).
    static let lostPackets = 8

    init(_ pathLoss: PathLoss, motion: Motion?, advertiseEvery: Int64?) {
        filter = motion.map { [RangeFilter(model: ReceptionModel(pathLoss), motion: $0)] } ?? []
        self.pathLoss = pathLoss
        self.advertiseEvery = advertiseEvery
    }

    mutating func record(_ rssi: Int?, at now: Timestamp) {
        reports += 1
        if let rssi {
            strong += 1
            sum += rssi
            tellsStrength = true
        }
        if let lastHeard {
            let pause = Double(now.milliseconds - lastHeard.milliseconds)
            if pause >= 0, pause <= Self.pause { learn(pause) }
        }
        lastHeard = now
        lastNews = now
    }

    /// Counts what came over a link, which says nothing of how often the tag advertises.
    mutating func recordLink(_ rssi: Int?, at now: Timestamp) {
        reports += 1
        if let rssi {
            strong += 1
            sum += rssi
        }
        (lastHeard, lastNews) = (nil, now)
    }

    /// Whether what came over a link is to be told.
    func isLinkDue(at now: Timestamp, every interval: Int64) -> Bool {
        sent.map { now.milliseconds - $0.milliseconds >= interval - min(interval / 10, 100) } ?? true
    }

    private mutating func learn(_ pause: Double) {
        pauses += 1
        usual = usual.map { $0 + max(Self.weight, 1 / Double(pauses)) * (pause - $0) } ?? pause
    }

    /// Whether what came is to be told; a report without a strength is no news where others have one.
    func isDue(at now: Timestamp, every interval: Int64) -> Bool {
        guard strong > 0 || !tellsStrength else { return false }
        guard let sent else { return true }
        // The next advertisement may come a moment early, and is not to wait for the one after.
        return now.milliseconds - sent.milliseconds >= interval - min(interval / 10, 100)
    }

    /// Whether something came that has waited long enough for more, which may never come.
    func isRestDue(at now: Timestamp, every interval: Int64) -> Bool {
        guard reports > 0, let sent else { return false }
        return now.milliseconds - sent.milliseconds >= (strong > 0 ? interval : 2 * interval)
    }

    /// Whether it is to be told that nothing came.
    func isSilenceDue(at now: Timestamp, every interval: Int64) -> Bool {
        guard let since, let lastNews, let between, reports == 0 else { return false }
        let silent = now.milliseconds - lastNews.milliseconds
        let passed = now.milliseconds - since.milliseconds
        guard silent <= Self.patience, passed >= Int64(between * 1.5) else { return false }
        return passed >= (silent <= Self.soon ? 2 * interval : max(Self.seldom, interval))
    }

    /// Counts anew: what could not be heard until now is no news; `isNews` tells whether the tag was there until now.
    mutating func restart(at now: Timestamp, isNews: Bool) {
        reports = 0
        strong = 0
        sum = 0
        since = now
        lastHeard = nil
        if isNews { lastNews = now }
    }

    /// Counts on from here, as nobody listened until now, or the clock was set.
    ///
    /// What was heard before is still to be told.
    mutating func skip(to now: Timestamp) {
        since = now
        lastHeard = nil
        if let last = sent, last > now { sent = nil }
        lastNews = lastNews.map { min($0, now) }
    }

    /// What an interval has told.
    struct Estimate {
        var strength: Double?
        var samples: Int
        var expected: Int?
        var distance: Double?
        var sigma: Double?
    }

    /// Ends the interval, returns what it has told, and begins the next; a tag that is linked need not advertise.
    ///
    /// What came over a link, and that the link was lost, is told as such. Nothing is expected of the time after the one
    /// until which it is known that the adapter listened.
    mutating func close(
        at now: Timestamp, known: Timestamp? = nil, isLinked: Bool, _ link: ProximityMessage.Link? = nil
    ) -> Estimate {
        let strength = strong > 0 ? Double(sum) / Double(strong) : nil
        let expected = link == .lost ? Self.lostPackets : isLinked || link != nil ? nil : expected(until: known ?? now)
        if !filter.isEmpty {
            filter[0].observe(
                Reception(
                    time: now, strength: strength, samples: reports, expected: expected ?? 0, isLink: link == .up
                )
            )
        }
        var estimate = Estimate(strength: strength, samples: reports, expected: expected)
        if let distribution = filter.first?.distribution, strength != nil {
            let range = distribution.interval
            let median = distribution.median
            estimate.distance = median
            estimate.sigma = (range.upperBound - range.lowerBound) / (2 * Separation.reachOf90Percent)
        } else if let strength {
            let distance = pathLoss.distance(atRSSI: strength)
            estimate.distance = distance
            estimate.sigma = pathLoss.sigma(atDistance: distance)
        }
        reports = 0
        strong = 0
        sum = 0
        sent = now
        since = now
        return estimate
    }

    /// Milliseconds from one report to the next of a tag close by: as often as it advertises, or as seldom as the system
    /// tells of it; before the second report, as seldom as any does.
    private var between: Double? {
        guard let advertised = advertiseEvery.map({ Double($0) }) else { return usual }
        return max(advertised, usual ?? Self.filtered)
    }

    private func expected(until now: Timestamp) -> Int? {
        guard let since, let between, between > 0 else { return nil }
        let passed = Double(now.milliseconds - since.milliseconds)
        return max(reports, Int((passed / between).rounded()))
    }
}

extension ReceptionModel {
    /// What a profile or a calibration says, and the usual rest.
    init(_ pathLoss: PathLoss) {
        self.init(powerAtOneMetre: pathLoss.powerAtOneMetre, exponent: pathLoss.exponent, biasSigma: pathLoss.sigma)
    }
}
