import Access
import History
import Messages
import Store
import Tracking

/// An item as it is answered: `Item` of the OpenAPI document, and the rest of `ItemDetails`.
struct ItemAnswer: Encodable {
    let owner: String
    let tracker: String
    let url: String
    let item: String
    let level: String
    let since: String?
    let distanceM: Double?
    let distanceLowM: Double?
    let distanceHighM: Double?
    let activeMode: String?
    let battery: Int?
    let position: PositionAnswer?
    let lastSeen: String?
    let availability: String?
    let reachable: Bool
    let unreachableSince: String?
    let waitingFor: String?
    let waitingSince: String?
    let episode: String?
    var episodeLevel: String?
    var episodeSince: String?
    let acknowledged: Bool?
    let place: String?
    let snoozeUntil: String?
    let quiet: String?
    let markedLost: LostAnswer?
    let thresholds: ThresholdsAnswer
    let power: Wanted<String>
    let mode: Wanted<String>
    let reportEveryS: Wanted<Int>
    let pending: Bool
    let ringingUntil: String?
    let photo: PhotoAnswer?
    /// Whether its tracker can be told something; another has no power switch and does not ring.
    let controllable: Bool
    /// Whether its tracker is simulated; nil for any other.
    let simulated: Bool?
    /// What the one who asks may do with it.
    let may: [ItemPermission]
    let precision: ItemPrecision
    var places: [PlaceAnswer]?
    var ownerPosition: PositionAnswer?
    var ownerCard: OwnerCardAnswer?
    var fixes: Int?
    var firmware: String?
    var model: String?
    var created: String?

    /// What is wanted of a tracker, and what it says.
    struct Wanted<Value: Encodable & Equatable>: Encodable {
        let desired: Value?
        let reported: Value?
        let pending: Bool

        init(_ desired: Value?, _ reported: Value?) {
            (self.desired, self.reported) = (desired, reported)
            pending = desired != nil && desired != reported
        }
    }

    /// The item as the viewer may see it, with what that one may do.
    init(_ record: ItemRecord, for viewer: Principal, thresholds standard: Thresholds, at now: Timestamp) {
        let (id, standing, rules) = (record.id, record.standing, record.rules)
        (owner, tracker, url) = (id.owner.text, id.device.text, Self.url(of: id))
        (item, level, since) = (record.item, standing.level.rawValue, standing.since?.description)
        let state = standing.state
        (distanceM, distanceLowM, distanceHighM) = (state?.distance, state?.low, state?.high)
        (activeMode, battery) = (standing.mode?.rawValue, standing.battery)
        position = record.row.lastFix.map { PositionAnswer($0.fix) }
        (lastSeen, availability) = (standing.lastSeen?.description, record.availability?.rawValue)
        reachable = state?.unreachableSince == nil
        unreachableSince = state?.unreachableSince?.description
        (waitingFor, waitingSince) = (state?.waitingFor?.rawValue, state?.waitingSince?.description)
        (episode, place) = (state?.episode, state?.place)
        acknowledged = state?.episode.map { $0 == rules.acknowledged }
        snoozeUntil = rules.snoozedUntil.flatMap { $0 > now ? $0.description : nil }
        quiet = rules.quiet?.description
        markedLost = rules.lost.map(LostAnswer.init)
        thresholds = ThresholdsAnswer(rules.thresholds ?? record.row.device.thresholds, standard: standard)
        (power, mode) = (
            Wanted(record.desired?.power.rawValue, record.reported?.power.rawValue),
            Wanted(record.desired?.mode.rawValue, record.reported?.mode.rawValue)
        )
        reportEveryS = Wanted(record.desired?.reportEvery, record.reported?.reportEvery)
        pending = record.isPending
        ringingUntil = record.ringingUntil.flatMap { $0 > now ? $0.description : nil }
        photo = record.row.photo.map { PhotoAnswer($0, of: id) }
        controllable = record.isControllable
        simulated = record.isSimulated ? true : nil
        (may, precision) = (ItemPermission.all(of: viewer, on: id), viewer.isByArea(id) ? .area : .exact)
    }

    /// Adds how the running episode stands, also when nothing is known of the item any more.
    mutating func addEpisode(_ record: ItemRecord, from store: Store) throws {
        guard let state = record.standing.state, let id = state.episode,
            let told = try store.episode(id, of: record.id), told.level != .none
        else { return }
        // What is known goes beyond what was told where its owner wants to hear no more.
        let known = state.level == .critical ? state.level.rawValue : told.level.rawValue
        (episodeLevel, episodeSince) = (known, told.since.description)
    }

    /// Adds what only the item's own page shows.
    mutating func addDetails(_ record: ItemRecord, fixes: Int, ownerPosition: PositionAnswer?) {
        places = record.rules.places.map(PlaceAnswer.init)
        (self.fixes, self.ownerPosition) = (fixes, ownerPosition)
        (firmware, model) = (record.reported?.firmware, record.reported?.model)
        created = record.row.device.created.description
    }

    static func url(of id: DeviceID) -> String { "/api/v1/items/\(id)" }
}

/// Where something was.
struct PositionAnswer: Encodable {
    let lat: Double
    let lon: Double
    let acc: Double?
    let time: String

    init(_ fix: Fix) {
        (lat, lon) = (fix.coordinate.latitude, fix.coordinate.longitude)
        (acc, time) = (fix.accuracy, fix.time.description)
    }

    init(_ position: Position) { self.init(position.coordinate, accuracy: position.accuracy, time: position.time) }

    init(_ coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
        self.init(Fix(coordinate: coordinate, time: time, accuracy: accuracy))
    }
}

/// The distances that an item goes by, and whether they are its own.
struct ThresholdsAnswer: Encodable {
    let warningM: Double
    let criticalM: Double
    let own: Bool

    init(_ thresholds: Thresholds?, standard: Thresholds) {
        own = thresholds != nil
        (warningM, criticalM) = ((thresholds ?? standard).warning, (thresholds ?? standard).critical)
    }
}

/// What there is to say of a photo.
struct PhotoAnswer: Encodable {
    let url: String
    let type: String
    let updated: String
    let bytes: Int

    init(_ photo: PhotoSummary, of id: DeviceID) {
        url = "\(ItemAnswer.url(of: id))/photo?v=\(photo.updated.milliseconds)"
        (type, updated, bytes) = (photo.kind.rawValue, photo.updated.description, photo.size)
    }
}

/// A trusted place.
struct PlaceAnswer: Encodable {
    let name: String
    let lat: Double?
    let lon: Double?
    let radiusM: Double?
    let points: [Corner]?

    struct Corner: Encodable {
        let lat: Double
        let lon: Double
    }

    init(_ place: TrustedPlace) {
        name = place.name.text
        switch place.area {
        case .circle(let centre, let radius):
            (lat, lon, radiusM, points) = (centre.latitude, centre.longitude, radius, nil)
        case .polygon(let corners):
            (lat, lon, radiusM) = (nil, nil, nil)
            points = corners.map { Corner(lat: $0.latitude, lon: $0.longitude) }
        }
    }
}

/// How an item is watched over.
struct RulesAnswer: Encodable {
    let thresholds: ThresholdsAnswer
    let places: [PlaceAnswer]
    let quiet: String?
    let snoozeUntil: String?
    let acknowledged: String?
    let markedLost: LostAnswer?

    init(_ rules: ItemRules, thresholds own: Thresholds?, standard: Thresholds) {
        thresholds = ThresholdsAnswer(rules.thresholds ?? own, standard: standard)
        places = rules.places.map(PlaceAnswer.init)
        (quiet, acknowledged) = (rules.quiet?.description, rules.acknowledged)
        snoozeUntil = rules.snoozedUntil?.description
        markedLost = rules.lost.map(LostAnswer.init)
    }
}

/// That an item is marked as lost.
struct LostAnswer: Encodable {
    let since: String
    let note: String?

    init(_ mark: LostMark) { (since, note) = (mark.since.description, mark.note) }
}
