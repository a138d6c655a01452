import Access
import Hummingbird
import Tracking
import Web

/// `/api/v1/services`: the parts of the program that may fail while the others go on.
struct ServiceRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] { [Route(.get, "/api/v1/services", .somebody, list)] }

    private func list(_ request: Request, _ context: ConsoleContext) throws -> Response {
        try request.refuseQuery()
        let viewer = context.viewer
        let shown = parts.board.standings.sorted { $0.key < $1.key }.filter { part, _ in
            part.owner.map { viewer.mayGuard($0, .history) } ?? true
        }
        return try Answer.json(
            ["services": shown.map { ServiceAnswer($0, $1, isWhole: viewer.mayAdminister) }]
        )
    }
}

/// A part as it is answered; why it does not run says something of the machine, which is for administrators.
private struct ServiceAnswer: Encodable {
    let service: String
    let owner: String?
    let state: String
    let since: String
    var reason: String?

    init(_ part: PartBoard.Part, _ standing: PartBoard.Standing, isWhole: Bool) {
        (service, owner, since) = (part.kind, part.owner?.text, standing.since.description)
        switch standing.state {
        case .starting: state = "starting"
        case .running: state = "running"
        case .down(let sentence):
            state = "down"
            if isWhole { reason = sentence }
        }
    }
}
