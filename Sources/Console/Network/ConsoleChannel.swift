import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore

/// A connection to the console: watched over, with TLS or without, and HTTP on it.
struct ConsoleChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let keeper: CertificateKeeper?
    private let metrics: NetworkMetrics

    /// What builds a server of such connections.
    ///
    /// - Parameters:
    ///   - patience: Seconds for which a client may be idle, or take over its headers.
    ///   - keeper: The certificate; nil for plain HTTP.
    ///   - metrics: Counts.
    /// - Returns: The builder.
    static func builder(patience: Int, keeper: CertificateKeeper?, metrics: NetworkMetrics) -> HTTPServerBuilder {
        let time = TimeAmount.seconds(Int64(patience))
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
            return ConsoleChannel(http: http, keeper: keeper, metrics: metrics)
        }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let keeper else { return http.setup(channel: channel, logger: logger) }
        let (http, step, metrics) = (http, keeper.step, metrics)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(PlainTextGuard(metrics))
        }.flatMap {
            step.setup(channel: channel, logger: logger)
        }.flatMap { _ in
            http.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
