import Guard
public import Messages
public import Tracking

extension GuardDesk {
    /// How many tags a list has at most, and how many places each.
    static let mostTags = 20, mostPlaces = 20

    /// The list as it is published, those of the furthest stage first.
    public func list(at now: Timestamp) -> GuardMessage {
        let reports = watch.reports.filter { !memory.muted.contains($0.number) }
        return GuardMessage(time: now, owner: owner, tags: reports.compactMap(tag).prefix(Self.mostTags).map(\.self))
    }

    /// A tag as it is published; nil for one that nobody has heard.
    func tag(_ report: GuardReport) -> GuardMessage.Tag? {
        guard let hearing = memory.hearings[report.identity], let gateway = try? Name(hearing.gateway) else {
            return nil
        }
        var tag = GuardMessage.Tag(
            number: report.number, stage: GuardMessage.Stage(report.stage), network: report.network.rawValue,
            identity: report.identity, address: hearing.address, gateway: gateway, first: report.first,
            last: report.last
        )
        tag.since = memory.stages[report.number].map { Timestamp(milliseconds: Int64($0) * 1000) }
        tag.model = hearing.model
        (tag.legs, tag.rotations, tag.score) = (report.legs, report.rotations, report.score)
        tag.rssi = report.rssi
        tag.places = report.places.suffix(Self.mostPlaces)
        tag.advice = report.network.advice
        tag.isIgnored = isKnown(report)
        return tag
    }
}

extension GuardMessage.Stage {
    init(_ stage: GuardStage) {
        switch stage {
        case .listed: self = .listed
        case .notice: self = .notice
        case .urgent: self = .urgent
        }
    }
}

extension SeenMessage {
    /// The network of what the standard profiles recognise; nil for other tags.
    var network: TagNetwork? { profile.flatMap { TagNetwork(profile: $0) } }

    /// What it is, for people.
    var wording: String? {
        switch kind {
        case "airtag": "AirTag"
        case "headphones": "Apple headphones"
        default: model
        }
    }
}
