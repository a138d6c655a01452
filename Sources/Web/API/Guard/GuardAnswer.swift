import Messages
import Tracking

/// The lists of all owners that somebody may see.
struct GuardsAnswer: Encodable {
    var guards: [GuardAnswer] = []
    /// The owners for whom something else is kept than a guard's list.
    var unreadable: [String] = []
}

/// An owner's guard list as it is answered.
struct GuardAnswer: Encodable {
    let owner: String
    let time: String
    let tags: [TagAnswer]

    struct TagAnswer: Encodable {
        let number: Int
        let stage: String
        let since: String?
        let network: String
        let model: String?
        let identity: String
        let address: String
        let gateway: String
        let first: String
        let last: String
        let legs: Int
        let rotations: Int
        let score: Double
        let rssi: Int?
        let places: [PlaceAnswer]
        let advice: String?
        /// Whether its owner said that it is known.
        let ignored: Bool
    }

    struct PlaceAnswer: Encodable {
        let lat: Double
        let lon: Double
        let acc: Double?
        let time: String
    }

    init(_ list: GuardMessage, ignored: GuardIgnored?) {
        (owner, time) = (list.owner.text, list.time.description)
        tags = list.tags.map { TagAnswer($0, isIgnored: ignored?.has($0) ?? false) }
    }
}

extension GuardAnswer.TagAnswer {
    init(_ tag: GuardMessage.Tag, isIgnored: Bool) {
        (number, stage, since, network) = (tag.number, tag.stage.rawValue, tag.since?.description, tag.network)
        (model, identity, address, gateway) = (tag.model, tag.identity, tag.address, tag.gateway.text)
        (first, last, legs, rotations) = (tag.first.description, tag.last.description, tag.legs, tag.rotations)
        (score, rssi, advice, ignored) = (tag.score, tag.rssi, tag.advice, isIgnored)
        places = tag.places.map {
            GuardAnswer.PlaceAnswer(
                lat: $0.coordinate.latitude, lon: $0.coordinate.longitude, acc: $0.accuracy, time: $0.time.description
            )
        }
    }
}
