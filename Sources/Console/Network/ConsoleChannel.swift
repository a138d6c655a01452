import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1

/// A connection to the console: watched over, with TLS or without, and HTTP on it.
struct ConsoleChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let keeper: CertificateKeeper?
    private let metrics: NetworkMetrics
    private let pace: BodyPace

    /// What builds a server of such connections.
    ///
    /// - Parameters:
    ///   - console: How long clients may be idle, and take over headers and bodies.
    ///   - keeper: The certificate; nil for plain HTTP.
    ///   - metrics: Counts.
    /// - Returns: The builder.
    static func builder(
        _ console: ConsoleConfiguration,
        keeper: CertificateKeeper?,
        metrics: NetworkMetrics
    ) -> HTTPServerBuilder {
        let (time, pace) = (TimeAmount.seconds(Int64(console.patience)), BodyPace(time: console.bodyPatience))
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionWatch(metrics, patience: time, isEncrypted: keeper != nil)
            ],
            idleTimeout: time,
            // Nobody needs long headers here.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384,
                maxHeaderListSize: 32_768,
                maxHeaderFieldCount: 100
            )
        )
        return HTTPServerBuilder { responder in
            let http = HTTP1Channel(responder: responder, configuration: configuration)
            return ConsoleChannel(http: http, keeper: keeper, metrics: metrics, pace: pace)
        }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let keeper else { return setUpHTTP(on: channel, logger: logger) }
        let (step, metrics) = (keeper.step, metrics)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(PlainTextGuard(metrics))
        }.flatMap {
            step.setup(channel: channel, logger: logger)
        }.flatMap { _ in
            setUpHTTP(on: channel, logger: logger)
        }
    }

    private func setUpHTTP(on channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let pace = pace
        return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            // Where doubled headers are still to be seen.
            let operations = channel.pipeline.syncOperations
            let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try operations.addHandler(RequestWatch(pace), position: .after(decoder))
            return value
        }
    }

    /// Serves the connection; whatever is being done for it is cancelled when it ends.
    func handle(value: Value, logger: Logger) async {
        let work = Task { await http.handle(value: value, logger: logger) }
        value.channel.closeFuture.whenComplete { _ in work.cancel() }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
