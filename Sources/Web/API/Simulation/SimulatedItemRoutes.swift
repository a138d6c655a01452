import Access
import HTTPTypes
import History
import Hummingbird
import Messages
import Store
import Tracking
import Web

/// `/api/v1/simulated-items`: items whose trackers are a part of this program, for who has none.
struct SimulatedItemRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    private static let path: RouterPath = "/api/v1/simulated-items"

    var routes: [Route] {
        [
            Route(.get, Self.path, .administrator, list),
            Route(.post, Self.path, .administrator, add),
            Route(.delete, "\(Self.path)/{owner}/{tracker}", .item(.command), delete),
        ]
    }

    private func list(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let entries = await parts.simulated?.list() ?? []
        let sorted = entries.sorted { $0.device < $1.device }.map(SimulatedItemAnswer.init)
        return try Answer.json(SimulatedItemList(offered: parts.simulated != nil, items: sorted))
    }

    private func add(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try request.refuseQuery()
        let desk = try desk
        let wish = try SimulatedItemWish(try await request.json(context))
        guard await parts.feed.isConnected else { throw Problem.noBroker }
        let entry = try wish.entry(at: parts.clock.now) { try parts.store.device($0) == nil }
        let device = entry.device
        do { try await desk.add(entry) } catch { throw Problem(error) }
        do { try await bind(entry) } catch {
            await desk.end(device)
            throw parts.refusal(error)
        }
        await desk.begin(device)
        let record = try await ItemShelf(parts: parts).item(device)
        let details = try await ItemRoutes(parts: parts).details(record, context)
        return try Answer.json(details, status: .created, headers: [.location: ItemAnswer.url(of: device)])
    }

    /// Makes the item, as if its owner had bound a tracker and said what it is tied to.
    private func bind(_ entry: SimulatedItemDesk.Entry) async throws {
        let device = entry.device
        let wish = Message(
            topic: parts.configuration.topics.desired(device), payload: entry.desired.encoded(), retained: true
        )
        let store = parts.store
        try await parts.history.wholeService().perform { core, now in
            // Here, as nobody else adds one meanwhile.
            guard try store.device(device) == nil else { throw Problem(.conflict, "\(device) is known already") }
            guard !core.deletions.contains(device) else {
                throw Problem(SimulatedItemDesk.Refusal.leaving(device))
            }
            return ((), try core.ingest([wish], at: now) + [wish])
        }
    }

    private func delete(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        guard context.viewer.mayAdminister else { throw Problem.forbidden }
        try request.refuseQuery()
        let (desk, device) = (try desk, try context.device())
        guard desk.devices().contains(device) else {
            throw Problem(.notFound, "there is no simulated item \(device)")
        }
        // Its tracker is told, says goodbye, and ends; of one without an item it has ended already.
        do { try await parts.delete(device) } catch is UnknownItem {}
        return Answer.nothing
    }

    private var desk: SimulatedItemDesk {
        get throws(Problem) {
            if parts.history.workers != nil { _ = try parts.history.wholeService() }
            guard let desk = parts.simulated else {
                throw Problem(.notFound, "this console has no broker that simulated items could report to")
            }
            return desk
        }
    }
}

extension Problem {
    init(_ refusal: SimulatedItemDesk.Refusal) {
        switch refusal {
        case .taken(let device): self.init(.conflict, "\(device) is simulated already")
        case .leaving(let device):
            self.init(.conflict, "\(device) was deleted, and its tracker has still to be told; try again then")
        case .full:
            let most = SimulatedItemDesk.most
            self.init(.conflict, "there are \(most) simulated items, and no more are possible: delete one first")
        case .unknown(let device): self.init(.notFound, "there is no simulated item \(device)")
        case .failed(let reason): self.init(.serviceUnavailable, reason)
        }
    }
}

/// The simulated items, and whether there may be any.
struct SimulatedItemList: Encodable {
    let offered: Bool
    var most = SimulatedItemDesk.most
    let items: [SimulatedItemAnswer]
}

/// A simulated item as it is answered.
struct SimulatedItemAnswer: Encodable {
    let owner: String
    let tracker: String
    let url: String
    let item: String
    let movement: String
    let lat: Double
    let lon: Double
    let radiusM: Double
    let reportEveryS: Int?
    let started: String

    init(_ entry: SimulatedItemDesk.Entry) {
        (owner, tracker) = (entry.device.owner.text, entry.device.device.text)
        url = ItemAnswer.url(of: entry.device)
        (item, movement) = (entry.name.text, entry.movement.rawValue)
        (lat, lon, radiusM) = (entry.centre.latitude, entry.centre.longitude, entry.radius)
        (reportEveryS, started) = (entry.desired.reportEvery, entry.started.description)
    }
}
