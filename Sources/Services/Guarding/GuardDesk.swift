public import Guard
public import Messages
public import Tracking

/// Hands the guard what gateways and phones publish, for one owner.
///
/// A pure core: time comes in with each call.
public struct GuardDesk: Sendable {
    public let owner: Name
    let topics: Topics
    private var phones: PhoneChoice
    /// The owner's devices that somebody has made items: where they are, the owner need not be.
    private var items: Set<DeviceID> = []
    var gateways: [Name: GatewayStatus] = [:]
    var watch: TagGuard
    var memory: GuardMemory
    /// What the owner has said to know, by the console.
    var known: GuardIgnored?
    /// Identities and addresses that are never looked at, in small letters.
    var ignored: Set<String> = []
    /// What was left out and why, each reason once, until somebody takes it.
    private var remarks: [String] = []
    private var remarked: Set<String> = []
    /// Since when there is a session with the broker, and how many before it ended soon.
    var session: Timestamp?
    var shortSessions = 0
    /// At how many hearings those of forgotten tags are looked for.
    var mostHearings = 0
    /// Since when the clock has been before what has passed, in seconds since 1970.
    private var behind: Int?

    /// A guard that goes on with what it remembers; `ignored` are identities, addresses, or numbers of the list.
    public init(
        owner: Name, topics: Topics = Topics(), phones: PhoneChoice = PhoneChoice(), memory: GuardMemory? = nil,
        ignored: [String] = [], policy: GuardPolicy = .standard
    ) {
        (self.owner, self.topics, self.phones) = (owner, topics, phones)
        let memory = memory ?? GuardMemory(owner: owner)
        self.memory = memory
        watch = TagGuard(policy: policy, state: memory.state)
        known = memory.known.flatMap { try? GuardIgnored(decoding: Array($0.utf8)) }
        self.memory.gateways = [:]
        for (gateway, status) in memory.gateways {
            guard let name = try? Name(gateway), let status = try? GatewayStatus(decoding: Array(status.utf8)) else {
                continue
            }
            note(status, of: name)
        }
        for tag in ignored { ignore(tag) }
    }

    private mutating func ignore(_ tag: String) {
        guard let number = Int(tag) else {
            ignored.insert(tag.lowercased())
            return watch.ignore(tag)
        }
        memory.muted.insert(number)
        if let passed { watch.name(number, at: passed) }
        if !watch.isRemembered(number) {
            let sentence = "no tag has that number now; the tag that gets it is ignored"
            remark("number \(number)", "--ignore \(number): \(sentence)")
        }
    }

    /// What it has to hear of.
    public var filters: [String] {
        [
            "\(topics.own)/gateway/+/status", "\(topics.own)/gateway/+/seen",
            // First, so that what is kept of an item is not taken for the owner's phone.
            "\(topics.own)/\(owner)/+/\(TrackerTopic.item.rawValue)",
            topics.locations(of: owner), topics.guardIgnored(owner),
        ]
    }

    /// Where it publishes the list.
    public var topic: String { topics.guarded(owner) }

    /// Up to when time has passed; nil before it did.
    var passed: Timestamp? { memory.passed.map { Timestamp(milliseconds: Int64($0) * 1000) } }

    /// What it remembers by now.
    public var remembered: GuardMemory {
        var memory = memory
        memory.state = watch.state
        return memory
    }

    /// Takes what was left out and why, in sentences; each comes once.
    public mutating func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }

    mutating func remark(_ key: String, _ sentence: String) {
        guard remarked.count < 1000, remarked.insert(key).inserted else { return }
        remarks.append(sentence)
    }

    // MARK: What comes

    /// Takes in a message; one that cannot be read, or is of no use, changes nothing.
    ///
    /// Without `now` time passes as the messages say; the tags that have come to a further stage by that are returned.
    public mutating func receive(_ message: Message, at now: Timestamp?) -> [GuardNotice] {
        switch topics.parse(message.topic) {
        case .gatewayStatus(let gateway):
            let status = try? GatewayStatus(decoding: message.payload)
            if status != nil || message.isEmpty { note(status, of: gateway) }
        case .gatewaySeen(let gateway) where !message.retained:
            guard let seen = try? SeenMessage(decoding: message.payload) else { break }
            guard let notices = now == nil ? play(to: seen.time) : [] else { break }
            hear(seen, by: gateway, at: now)
            return notices
        case .location(let device) where device.owner == owner:
            return locate(device, message, at: now)
        case .item(let device) where device.owner == owner: noteItem(device, isOne: !message.isEmpty)
        case .guardIgnored(owner):
            let read = try? GuardIgnored(decoding: message.payload)
            guard read != nil || message.isEmpty else { break }
            know(read, at: now ?? passed)
        default: break
        }
        return []
    }

    /// How many items are remembered at most, for the same reason as ``mostGateways``.
    private static let mostItems = 1000

    private mutating func noteItem(_ device: DeviceID, isOne: Bool) {
        guard isOne else { return _ = items.remove(device) }
        guard items.count < Self.mostItems else { return }
        items.insert(device)
        phones.forget(device)
    }

    /// How far, in milliseconds, a clock may be off before its times are not taken.
    static let tolerance: Int64 = 600_000
    /// How old, in milliseconds, a position may be that the broker had kept: an older one tells where the owner was
    /// before a holiday, and would be taken for the home of all nights since.
    private static let keptPositions: Int64 = 86_400_000

    private mutating func locate(_ device: DeviceID, _ message: Message, at now: Timestamp?) -> [GuardNotice] {
        // What the broker had kept overtakes what waits in the session, and would have that come too late.
        guard !message.retained || now != nil && memory.passed == nil else { return [] }
        guard let location = try? message.decoded(as: LocationMessage.self) else {
            if (try? OwnTracksEnvelope(decoding: message.payload))?.type == "encrypted" {
                remark("secret \(device)", "\(device) encrypts its positions; the guard does not see them")
            }
            return []
        }
        let isThing = location.mode != nil || items.contains(device)
        guard phones.isPhone(device, sendsMarks: isThing, isEarlier: message.retained) else { return [] }
        let position = Position(location.fix)
        if let now, message.retained, now.milliseconds - position.time.milliseconds > Self.keptPositions { return [] }
        if let now, position.time.milliseconds - now.milliseconds > Self.tolerance {
            remark("clock \(device)", "the clock of \(device) is ahead; its positions are ignored while it is")
            return []
        }
        guard let notices = now == nil ? play(to: position.time) : [] else { return [] }
        watch.locate(position)
        return notices
    }

    // MARK: Time

    /// Minutes of a rest that are gone through one by one.
    private static let most = 1440

    /// Lets time pass, minute by minute; after a rest of over a day, in one step.
    ///
    /// - Returns: The tags that have come to a further stage, but those that are not to be told of.
    public mutating func advance(to now: Timestamp) -> [GuardNotice] {
        let time = Int(now.wholeSeconds)
        guard let last = memory.passed else { return pass([time]) }
        let minutes = (time - last) / 60
        guard minutes < 0 else {
            behind = nil
            return pass(minutes > Self.most ? [time] : (0..<minutes).map { last + ($0 + 1) * 60 })
        }
        return wait(at: time, for: last)
    }

    /// Seconds for which a clock has to go on in a time that has passed before that is believed.
    private static let patience = 3600

    /// Positions are told late, and clocks are set back: what counts is decided when time has come so far again.
    ///
    /// What would take more than a day is not waited for, once the clock stays there: it was ahead before.
    private mutating func wait(at time: Int, for last: Int) -> [GuardNotice] {
        let hours = (last - time) / 3600
        guard hours > 0 else { return [] }
        let since = min(behind ?? time, time)
        behind = since
        guard hours > 24, time - since >= Self.patience else {
            let sentence = "nothing is decided until it is as late again"
            remark("back \(last)", "the time was set back by \(hours) h; \(sentence)")
            return []
        }
        remark("anew \(last)", "the time was set back by \(hours / 24) days and stays there; the guard begins anew")
        watch.beginAnew()
        (memory.hearings, memory.stages, behind) = ([:], [:], nil)
        return pass([time])
    }

    /// Seconds after which a message is of no recording that goes on.
    private static let longestGap: Int64 = 400 * 86_400
    /// The year 2100, in seconds since 1970: no day after it was recorded, and minutes are counted in 32 bits.
    private static let latest: Int64 = 4_102_444_800

    /// Lets time pass up to a message; one that is delivered again is older.
    ///
    /// - Returns: The tags that have come to a further stage; nil for a message that is not taken in.
    private mutating func play(to time: Timestamp) -> [GuardNotice]? {
        guard time.wholeSeconds < Self.latest else {
            remark("late", "messages of \(time) are of no recorded day; they are ignored")
            return nil
        }
        guard let passed else { return advance(to: time) }
        let ahead = time.wholeSeconds - passed.wholeSeconds
        if ahead < -86_400 {
            remark("played", "what is played is older than what the guard has come to, \(passed); it changes little")
        }
        guard ahead <= Self.longestGap else {
            remark("leap", "messages of \(time) come long after those of \(passed); they are ignored")
            return nil
        }
        return ahead < 0 ? [] : advance(to: time)
    }

    private mutating func pass(_ times: [Int]) -> [GuardNotice] {
        var notices: [GuardNotice] = []
        for time in times {
            memory.passed = time
            let found = watch.tick(at: Timestamp(milliseconds: Int64(time) * 1000))
            for notice in found { memory.stages[notice.report.number] = time }
            notices += found.filter { !memory.muted.contains($0.report.number) && !isKnown($0.report) }
            if time / 60 % 15 == 0 { tidy() }
        }
        return notices
    }
}
