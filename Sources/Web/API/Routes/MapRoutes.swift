import Access
import History
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/map`: what a map of all items shows beside them.
struct MapRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/map", .somebody, show)] }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let sight = context.sight(parts)
        let items = try await ItemShelf(parts: parts).all().filter { sight.viewer.may(.lastPosition, $0.id) }
        let answer = MapAnswer(
            owners: try await owners(of: items.map(\.id), sight),
            places: MapAnswer.places(of: items.map(sight.shown)),
            // Where they stand is a matter of who keeps them.
            gateways: sight.viewer.mayAdminister ? await parts.gateways().filter { $0.lat != nil } : []
        )
        return try Answer.tagged(answer, for: request)
    }

    /// Where the owners of items are, as far as the viewer may know it.
    private func owners(of items: [DeviceID], _ sight: Sight) async throws -> [MapAnswer.Owner] {
        let itemsByOwner = Dictionary(grouping: items, by: \.owner)
        let owners = Array(itemsByOwner.keys)
        let positions = try await parts.history.positions(of: owners)
        return try itemsByOwner.sorted { $0.key.text < $1.key.text }.compactMap { owner, items in
            guard let known = positions[owner], let position = try sight.shown(known, of: owner, beside: items) else {
                return nil
            }
            let card = OwnerCardAnswer(try PersonCard.newestFirst(of: owner, for: sight) { $0.kind == .phone })
            return MapAnswer.Owner(owner: owner.text, position: PositionAnswer(position), card: card)
        }
    }
}

/// What a map shows beside the items: `Surroundings` of the OpenAPI document.
struct MapAnswer: Encodable {
    let owners: [Owner]
    let places: [Place]
    let gateways: [GatewayAnswer]

    struct Owner: Encodable {
        let owner: String
        let position: PositionAnswer
        let card: OwnerCardAnswer?
    }

    /// A place, and the trackers of its owner that may be left there.
    struct Place: Encodable {
        let owner: String
        var trackers: [String]
        let place: PlaceAnswer
    }

    /// The places of items, each once for its owner.
    static func places(of items: [ItemRecord]) -> [Place] {
        struct Key: Hashable {
            let owner: Name
            let place: TrustedPlace
        }
        var indices: [Key: Int] = [:]
        var places: [Place] = []
        for item in items {
            for place in item.rules.places {
                let key = Key(owner: item.id.owner, place: place)
                if let index = indices[key] {
                    places[index].trackers.append(item.id.device.text)
                } else {
                    indices[key] = places.count
                    let answer = PlaceAnswer(place)
                    places.append(Place(owner: key.owner.text, trackers: [item.id.device.text], place: answer))
                }
            }
        }
        return places
    }
}

extension HistoryCore {
    /// Where an owner is, as it is answered; nil where that is not known.
    func shownPosition(of owner: Name) -> Position? {
        position(of: owner).map { Position(coordinate: $0.coordinate, accuracy: $0.sigma, time: $0.time) }
    }
}
