import Glibc
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
    /// Seconds that a connection may take to be made.
    private static let longestConnecting: Int64 = 5

    /// Talks with the gpsd over TCP.
    public var talk: GpsdTalk {
        { opening, hear in
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(Self.longestConnecting))
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

extension GpsdSource {
    /// Why a connection could not be made, or has ended.
    static func sentence(of error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { sentence(of: $0.error) } ?? "there is no such host"
        case let error as IOError: sentence(ofNumber: error.errnoCode)
        case ChannelError.connectTimeout: "no answer within \(longestConnecting) s"
        default: "\(error)"
        }
    }

    private static func sentence(ofNumber code: Int32) -> String {
        // `strerror` shares its buffer between threads.
        var text = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
        let sentence = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}
