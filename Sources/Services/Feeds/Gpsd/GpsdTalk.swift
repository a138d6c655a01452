import NIOCore
import NIOPosix

/// A connection with a gpsd, for as long as it lasts.
///
/// Connects, says what is to be said at first, and hands over what comes, until the other side hangs up.
public typealias GpsdTalk =
    @Sendable (
        _ opening: [UInt8], _ hear: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> Void

extension GpsdSource {
    /// Talks with the gpsd over TCP.
    public var talk: GpsdTalk {
        { opening, hear in
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(5))
                // A gpsd on a board that has lost its power never hangs up.
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .connect(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(bytes: opening))
                for try await bytes in inbound { try await hear(Array(bytes.readableBytesView)) }
            }
        }
    }
}
