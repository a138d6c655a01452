internal import DequeModule
public import Tracking

/// The fixes of a tracker from their measurement until the history service has stored them, oldest first.
///
/// A fix gets its sequence number when it is first sent. So what is thinned away before leaves no gap in the numbers,
/// and what was sent once is kept under its name until it is stored.
public struct FixRing: Sendable {
    /// How many fixes are held at most.
    public let capacity: Int
    private var entries: Deque<TrackerFix> = []
    /// When those that have been sent at least once, from the oldest, were sent last, in milliseconds since 1970;
    /// ``never`` for what is to be sent again at once.
    ///
    /// Apart from the fixes, for it is looked through often.
    private var sentAt: [Int64] = []
    /// No later than any of these.
    private var earliest = Int64.max
    private var lastSequence: UInt32 = 0
    /// While there was no room: the least time between two fixes kept, in milliseconds.
    private var spacing: Int64 = 0
    /// How many fixes were given up to keep the others.
    public private(set) var thinned = 0

    public init(capacity: Int) { self.capacity = max(2, capacity) }
    public var count: Int { entries.count }
    public var isEmpty: Bool { entries.isEmpty }
    /// How many wait to be sent for the first time.
    public var unsent: Int { entries.count - sent }
    private var sent: Int { sentAt.count }
    private static let never = Int64.min

    /// A new boot counts its fixes from 1; what an earlier one had sent keeps its name.
    public mutating func restart() {
        lastSequence = 0
        forgetSending()
    }

    private mutating func forgetSending() {
        sentAt = Array(repeating: Self.never, count: sent)
        earliest = Self.never
    }

    /// Takes a fix in, its mark still to be given.
    ///
    /// A full ring is thinned by time: the least spacing doubles until half of the unsent fixes are gone, so that the
    /// whole way stays covered evenly.
    public mutating func append(_ fix: TrackerFix) {
        if spacing > 0, fix.trigger == .periodic, unsent > 0, let last = entries.last,
            fix.fix.time.milliseconds - last.fix.time.milliseconds < spacing
        {
            thinned += 1
            return
        }
        entries.append(fix)
        if entries.count > capacity { thin() }
    }

    private mutating func thin() {
        let target = max(sent + 1, capacity / 2 + sent / 2)
        if spacing == 0 { spacing = 500 }
        while entries.count > target, unsent > 1 {
            spacing *= 2
            var kept = Deque(entries.prefix(sent))
            var last: Int64?
            for entry in entries.dropFirst(sent) {
                let time = entry.fix.time.milliseconds
                if let last, time - last < spacing, spacing < 1 << 40 { continue }
                kept.append(entry)
                last = time
            }
            thinned += entries.count - kept.count
            entries = kept
            if spacing >= 1 << 40 { break }
        }
        if entries.count > capacity, unsent > 0 {
            entries.remove(at: sent)
            thinned += 1
        }
    }

    /// Hands out, in order, what is to be sent now: what was sent before `resendBefore` and is still not stored, then
    /// what was never sent, while no more than `window` fixes are on their way.
    public mutating func next(
        at now: Timestamp, boot: UInt32, window: Int, resendBefore: Timestamp, _ send: (TrackerFix) -> Void
    ) {
        if sent > 0, earliest <= resendBefore.milliseconds { resend(at: now, resendBefore, send) }
        while sent < entries.count, sent < window {
            lastSequence += 1
            entries[sent].mark = FixMark(boot: boot, sequence: lastSequence)
            send(entries[sent])
            sentAt.append(now.milliseconds)
            earliest = min(earliest, now.milliseconds)
        }
    }

    /// When, in milliseconds since 1970, there is something to send, or a little earlier; nil for never.
    func nextSending(window: Int, resendAfter: Int64) -> Int64? {
        if sent < entries.count, sent < window { return Self.never }
        guard sent > 0 else { return nil }
        return earliest == Self.never ? Self.never : earliest + resendAfter
    }

    private mutating func resend(at now: Timestamp, _ resendBefore: Timestamp, _ send: (TrackerFix) -> Void) {
        earliest = .max
        for index in sentAt.indices {
            if sentAt[index] <= resendBefore.milliseconds {
                sentAt[index] = now.milliseconds
                send(entries[index])
            }
            earliest = min(earliest, sentAt[index])
        }
    }

    /// The link broke: whatever was on its way is sent again when it is back.
    public mutating func linkLost() {
        forgetSending()
    }

    /// Lets go of what is stored: the fixes of this boot up to this one.
    public mutating func stored(_ mark: FixMark) {
        let before = entries.count
        var kept = 0
        while kept < sent {
            // What an earlier boot had sent may still stand before it.
            if entries[kept].mark.boot == mark.boot {
                guard entries[kept].mark.sequence <= mark.sequence else { break }
                entries.remove(at: kept)
                sentAt.remove(at: kept)
            } else {
                kept += 1
            }
        }
        guard entries.isEmpty, before > 0 else { return }
        spacing = 0
        if before > 1024 { entries = [] }
    }

    /// Forgets everything.
    public mutating func clear() { self = FixRing(capacity: capacity) }
}
