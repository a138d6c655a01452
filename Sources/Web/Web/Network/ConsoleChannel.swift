package import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import TLS

/// A connection to the console: seated, with TLS or without, HTTP on it, and watched over.
package struct ConsoleChannel: ServerChildChannel {
    private let http: HTTP1Channel
    private let certificate: CurrentCertificate?
    private let seats: SeatRegistry
    private let patience: TimeAmount
    private let limits: ConsoleLimits
    private let pace: BodyPace

    /// Bytes of all headers of a request; nobody needs long ones here.
    static let longestHeaders = 32 * 1024

    /// What builds a server of such connections, in plain HTTP without a certificate.
    package static func builder(
        _ configuration: ConsoleConfiguration, certificate: CurrentCertificate?, seats: SeatRegistry
    ) -> HTTPServerBuilder {
        let time = TimeAmount.seconds(Int64(configuration.patience))
        let http = HTTP1Channel.Configuration(
            idleTimeout: time,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384, maxHeaderListSize: longestHeaders, maxHeaderFieldCount: 100
            )
        )
        return HTTPServerBuilder { responder in
            ConsoleChannel(
                http: HTTP1Channel(responder: responder, configuration: http),
                certificate: certificate,
                seats: seats,
                patience: time,
                limits: configuration.limits,
                pace: BodyPace(time: configuration.bodyPatience)
            )
        }
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        let http = http
        return channel.eventLoop.makeCompletedFuture {
            try seat(channel)
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let connection = AcceptedConnection(value)
            try watch(channel)
            return connection
        }
    }

    /// What stands before HTTP: the seat, and TLS.
    private func seat(_ channel: any Channel) throws {
        let options = channel.syncOptions
        let waiting = ConsoleLimits.waiting
        try options?.setOption(.writeBufferWaterMark, value: .init(low: waiting.low, high: waiting.high))
        // What the system holds is held for somebody who may not take it, too.
        try? options?.setOption(.socketOption(.so_sndbuf), value: ConsoleLimits.sendBuffer)
        try channel.pipeline.syncOperations.addHandler(SeatHandler(seats, limits))
        guard let certificate else { return }
        try channel.pipeline.syncOperations.addHandlers(PlainTextGuard(seats.metrics), TLSHandler(certificate.context))
    }

    /// What stands right behind the bytes' becoming HTTP, where doubled headers are still to be seen.
    private func watch(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let watch = ConnectionWatch(
            seats.metrics,
            seat: try pipeline.handler(type: SeatHandler.self),
            patience: patience,
            isEncrypted: certificate != nil
        )
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandlers([RequestWatch(pace), watch], position: .after(decoder))
    }

    /// Serves the connection; whatever is being done for it is cancelled when it ends.
    package func handle(value: AcceptedConnection, logger: Logger) async {
        let connection = value.claim()
        let work = Task { await http.handle(value: connection, logger: logger) }
        connection.channel.closeFuture.whenComplete { _ in work.cancel() }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
