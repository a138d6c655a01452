import Access
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// `/api/v1/events`: what changes, as server-sent events.
struct EventsRoutes: ConsoleRoutes {
    let parts: ConsoleParts
    let gate: ConsoleGate

    private static let headers: HTTPFields = [
        .contentType: "text/event-stream",
        .cacheControl: "no-store, no-transform",
        // Asks a reverse proxy not to gather.
        .accelBuffering: "no",
    ]

    var routes: [Route] {
        [
            Route(.get, "/api/v1/events", .listener, open),
            // Whoever asks for nothing but the headers takes no room.
            Route(.head, "/api/v1/events", .listener) { _, _ in Response(status: .ok, headers: Self.headers) },
        ]
    }

    private func open(_ request: Request, _ context: ConsoleContext) throws -> Response {
        let query = request.uri.queryParameters
        let filter = try LiveFilter(
            items: query.getAll("items"), types: query.getAll("types"), for: context.viewer
        )
        let cursors = context.cursors(of: "events", parts.web)
        // What is none of this account's begins anew, as one does after a restart: a browser would give up with an error.
        // A page that gave up a stalled stream cannot set the header.
        let told = request.headers[.lastEventID] ?? query["after"].map { String($0) }
        let last = told.flatMap(cursors.opened).flatMap(LiveIdentifier.init)
        let isAfter = told.map { !$0.isEmpty } ?? false
        let hub = parts.feed.live
        let place = try LivePlace(parts, context)
        let listens = filter.kinds.contains(.inbox) && context.viewer.mayMeetPeople
        let seat = try listens ? context.viewer.account.map { try parts.inboxes.listen($0, parts) } : nil
        let stream = LiveStream(
            hub: hub,
            place: place,
            filter: filter,
            sight: context.sight(parts),
            cursors: cursors,
            last: last,
            isAfter: isAfter,
            watch: Doorkeeper(parts: parts.web, door: gate.door).watch(context),
            now: { [clock = parts.clock] in clock.now }
        )
        return Response(
            status: .ok,
            headers: Self.headers,
            body: ResponseBody { writer in
                try await stream.run(request.body, &writer)
                _ = seat
            }
        )
    }
}
