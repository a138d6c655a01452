import Guard
public import Messages
public import Tracking

extension GuardDesk {
    /// How many tags a list has at most, and how many places each.
    static let mostTags = 20, mostPlaces = 20
    /// How many bytes a list has at most: what is longer than ``MessageError/largestPayload`` nobody reads.
    static let largest = MessageError.largestPayload - 4096

    /// The list as it is published, those of the furthest stage first.
    public func list(at now: Timestamp) -> GuardMessage {
        let reports = watch.reports.filter { !memory.muted.contains($0.number) }
        return Self.fitted(
            GuardMessage(time: now, owner: owner, tags: reports.compactMap(tag).prefix(Self.mostTags).map(\.self))
        )
    }

    /// A list that can be read: the earliest places are left out first, then the tags of the least stage.
    static func fitted(_ list: GuardMessage) -> GuardMessage {
        var list = list
        while list.encoded().count > largest {
            let most = list.tags.map(\.places.count).max() ?? 0
            if most == 0 { list.tags.removeLast() }
            for index in list.tags.indices { list.tags[index].places = list.tags[index].places.suffix(most / 2) }
        }
        return list
    }

    /// Whether the list tells of a stage, which its owner may know of by what the broker is yet to hand out.
    public var tellsOfStages: Bool {
        list(at: Timestamp(milliseconds: 0)).tags.contains { $0.stage > .listed && !$0.isIgnored }
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
        // One that fell back, as a wrong join was undone, came to no stage.
        let since = report.stage > .listed ? memory.stages[report.number] : nil
        tag.since = since.map { Timestamp(milliseconds: Int64($0) * 1000) }
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
