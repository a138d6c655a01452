import Hummingbird
import NIOCore
import Tracking
import Web

/// One client's stream of events.
struct LiveStream: Sendable {
    let hub: LiveHub
    let place: LivePlace
    let filter: LiveFilter
    let sight: Sight
    /// Closes the identifiers of the events.
    let cursors: Cursors
    /// The last event that the client had.
    let last: LiveIdentifier?
    /// Whether the client says that it had one, of whatever log.
    let isAfter: Bool
    /// Whether the client would still be let in; asked at each heartbeat, as a stream goes on for days, and before
    /// anything is told.
    let watch: ReaderWatch
    let now: @Sendable () -> Timestamp

    private var client: Int { place.client }

    /// Events that are gathered for one write, of some hundred bytes each, as far as they are not longer together than
    /// ``ConsoleLimits/piece``.
    private static let batch = 128

    /// Writes until the client goes, takes nothing any more, or the program ends.
    @concurrent
    func run(_ body: RequestBody, _ writer: inout any ResponseBodyWriter) async throws {
        var ending = LiveClients.Ending.left
        defer { hub.leave(client, ending) }
        try await body.consumeWithInboundCloseHandler { _ in
            try await write(&writer)
            // Before the body is let go: the connection ends with it.
            try await writer.finish(nil)
        } onInboundClosed: { [hub, client] in
            hub.dismiss(client, .left)
        }
        ending = .finished
    }

    @concurrent
    private func write(_ writer: inout any ResponseBodyWriter) async throws {
        var (cursor, isResumed) = hub.begin(filter, after: last)
        var buffer = ByteBuffer(string: "retry: 2000\n\n")
        if !isResumed, isAfter { buffer.writeStaticString("event: reset\ndata: {}\n\n") }
        var isReady = false
        var beat: Int?
        var words: Int?
        while true {
            guard let reading = hub.read(&cursor, for: client, limit: Self.batch) else {
                (cursor, _) = hub.begin(filter, after: nil)
                buffer.writeStaticString("event: reset\ndata: {}\n\n")
                isReady = false
                continue
            }
            var told = 0
            if !reading.events.isEmpty, !watch.mayBeTold() { return try await end(&writer) }
            for (number, event) in reading.events {
                told += 1
                guard let event = sight.shown(event) else { continue }
                LiveFrame.write(event, isTold: sight.isTold(event), identifier(number), into: &buffer)
                if buffer.readableBytes >= ConsoleLimits.piece { try await send(&buffer, &told, &writer) }
            }
            if !isReady, reading.events.count < Self.batch {
                isReady = true
                // From here on it is news. The identifier lets a client that saw no event go on from here.
                LiveFrame.writeReady(identifier(cursor.position), into: &buffer)
            }
            if let beat, beat != reading.beat {
                guard watch.stillLetsIn() else { return try await end(&writer) }
                if buffer.readableBytes == 0 { buffer.writeStaticString(":\n\n") }
            }
            beat = reading.beat
            if isReady, filter.wantsBeats, words != reading.words, let hearing = reading.hearing {
                words = reading.words
                LiveFrame.writeBeat(hearing, at: now(), into: &buffer)
            }
            if reading.isEnded { return }
            if buffer.readableBytes > 0 {
                try await send(&buffer, &told, &writer)
            } else {
                let told = filter.wantsBeats ? reading.words : nil
                await hub.wait(after: cursor.position, beat: reading.beat, words: told, for: client)
                try Task.checkCancellation()
            }
        }
    }

    /// Tells a client that is let in no more, or with other rights, that what it has is not its to keep; what was
    /// gathered for it is told no more.
    @concurrent
    private func end(_ writer: inout any ResponseBodyWriter) async throws {
        hub.record(client, isWriting: true)
        try await writer.write(ByteBuffer(string: "event: over\ndata: {}\n\n"))
        hub.record(client, isWriting: false)
    }

    private func identifier(_ number: UInt64) -> String? {
        cursors.closed(LiveIdentifier(log: hub.log, number: number).bytes)
    }

    /// Writes what was gathered; the client has two heartbeats to take what went before.
    @concurrent
    private func send(
        _ buffer: inout ByteBuffer, _ events: inout Int, _ writer: inout any ResponseBodyWriter
    ) async throws {
        hub.record(client, isWriting: true)
        try await writer.write(buffer)
        hub.record(client, isWriting: false, sent: events)
        buffer.clear()
        events = 0
    }
}
