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
    private var gateways: [Name: GatewayStatus] = [:]
    private(set) var watch: TagGuard
    private(set) var memory: GuardMemory
    /// What the owner has said to know, by the console.
    var known: GuardIgnored?
    /// What was left out and why, each reason once, until somebody takes it.
    private var remarks: [String] = []
    private var remarked: Set<String> = []

    /// A guard that goes on with what it remembers; `ignored` are identities, addresses, or numbers of the list.
    public init(
        owner: Name, topics: Topics = Topics(), phones: PhoneChoice = PhoneChoice(), memory: GuardMemory? = nil,
        ignored: [String] = [], policy: GuardPolicy = .standard
    ) {
        (self.owner, self.topics, self.phones) = (owner, topics, phones)
        let memory = memory ?? GuardMemory(owner: owner)
        self.memory = memory
        watch = TagGuard(policy: policy, state: memory.state)
        for (gateway, status) in memory.gateways {
            guard let name = try? Name(gateway) else { continue }
            gateways[name] = try? GatewayStatus(decoding: Array(status.utf8))
        }
        for tag in ignored {
            if let number = Int(tag) { self.memory.muted.insert(number) } else { watch.ignore(tag) }
        }
    }

    /// What it has to hear of.
    public var filters: [String] {
        [
            "\(topics.own)/gateway/+/status", "\(topics.own)/gateway/+/seen", topics.locations(of: owner),
            topics.guardIgnored(owner),
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

    private mutating func remark(_ key: String, _ sentence: String) {
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
            guard status != nil || message.payload.isEmpty else { break }
            gateways[gateway] = status
            memory.gateways[gateway.text] = status.map { String(decoding: $0.encoded(), as: UTF8.self) }
        case .gatewaySeen(let gateway) where !message.retained:
            guard let seen = try? SeenMessage(decoding: message.payload) else { break }
            let notices = now == nil ? play(to: seen.time) : []
            hear(seen, by: gateway, at: now)
            return notices
        case .location(let device) where device.owner == owner:
            return locate(device, message, at: now)
        case .guardIgnored(owner):
            let read = try? GuardIgnored(decoding: message.payload)
            if read != nil || message.payload.isEmpty { known = read }
        default: break
        }
        return []
    }

    /// How far, in milliseconds, a clock may be off before its times are not taken.
    private static let tolerance: Int64 = 600_000

    private mutating func hear(_ seen: SeenMessage, by gateway: Name, at now: Timestamp?) {
        guard seen.tracker == nil, let network = seen.network, seen.isSeparated ?? !network.tellsSeparation else {
            return
        }
        guard let status = gateways[gateway], status.carrier == owner || status.carrier == nil else { return }
        if status.carrier == nil, status.place == nil {
            let sentence = "gateway \(gateway) does not say who carries it or where it stands; it is ignored"
            return remark("place \(gateway)", sentence)
        }
        var time = seen.time
        if let now, abs(now.milliseconds - time.milliseconds) > Self.tolerance {
            remark("clock \(gateway)", "the clock of gateway \(gateway) is wrong; the time of this machine is used")
            time = now
        }
        let identity = seen.identity ?? seen.address
        watch.observe(
            GuardSighting(
                network: network, kind: seen.kind ?? "", identity: identity, counter: seen.counter, rssi: seen.rssi,
                time: time, place: status.carrier == nil ? status.place : nil
            )
        )
        if memory.hearings.count >= Self.mostHearings { forgetOlderHalf() }
        memory.hearings[identity] = GuardMemory.Hearing(
            address: seen.address, gateway: gateway.text, model: seen.wording, time: Int(time.wholeSeconds)
        )
    }

    private mutating func locate(_ device: DeviceID, _ message: Message, at now: Timestamp?) -> [GuardNotice] {
        // What the broker had kept overtakes what waits in the session, and would have that come too late.
        guard !message.retained || now != nil && memory.passed == nil else { return [] }
        guard let location = try? LocationMessage(decoding: message.payload) else {
            if (try? OwnTracksEnvelope(decoding: message.payload))?.type == "encrypted" {
                remark("secret \(device)", "\(device) encrypts its positions; the guard does not see them")
            }
            return []
        }
        guard phones.isPhone(device, sendsMarks: location.mode != nil, isEarlier: message.retained) else { return [] }
        let position = Position(location.fix)
        if let now, position.time.milliseconds - now.milliseconds > Self.tolerance {
            remark("clock \(device)", "the clock of \(device) is ahead; its positions are ignored while it is")
            return []
        }
        let notices = now == nil ? play(to: position.time) : []
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
            return pass(minutes > Self.most ? [time] : (0..<minutes).map { last + ($0 + 1) * 60 })
        }
        // Positions are told late, and clocks are set back; what counts is decided when time has come so far again.
        guard minutes < -60 else { return [] }
        remark(
            "back \(last)", "the time was set back by \(-minutes / 60) h; nothing is decided until it is as late again")
        return []
    }

    /// Lets time pass up to a message; one that is delivered again is older.
    private mutating func play(to time: Timestamp) -> [GuardNotice] {
        if let passed, time < passed { return [] }
        return advance(to: time)
    }

    private mutating func pass(_ times: [Int]) -> [GuardNotice] {
        var notices: [GuardNotice] = []
        for time in times {
            memory.passed = time
            let found = watch.tick(at: Timestamp(milliseconds: Int64(time) * 1000))
            for notice in found { memory.stages[notice.report.number] = time }
            notices += found.filter { !memory.muted.contains($0.report.number) && !isKnown($0.report) }
            if time / 60 % 15 == 0 { tidy(at: time) }
        }
        return notices
    }

    /// How many hearings are remembered at most: more than the tags, which rotate.
    private static let mostHearings = 10_000

    private mutating func forgetOlderHalf() {
        let times = memory.hearings.values.map(\.time).sorted(), middle = times[times.count / 2]
        let identities = Set(watch.reports.map(\.identity))
        memory.hearings = memory.hearings.filter { $0.value.time > middle || identities.contains($0.key) }
    }

    /// Forgets who heard what is no longer remembered.
    private mutating func tidy(at time: Int) {
        let reports = watch.reports
        let identities = Set(reports.map(\.identity)), numbers = Set(reports.map(\.number))
        memory.hearings = memory.hearings.filter { time - $0.value.time <= 6 * 3600 || identities.contains($0.key) }
        memory.stages = memory.stages.filter { numbers.contains($0.key) }
    }
}
