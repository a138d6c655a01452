import Dispatch
import Glibc

/// Reads packets from a socket.
enum DescriptorReader {
    private static let queue = DispatchQueue(label: "bluetooth.descriptors")

    /// The packets of a socket, one element each, until its other end is closed, or nobody reads any more.
    ///
    /// Those that `keeps` refuses are passed over. Of more than may wait, the oldest are lost, and `dropped` is called
    /// for each.
    static func packets(
        from descriptor: Int32,
        upTo size: Int,
        limit: Int,
        keeps: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        dropped: @escaping @Sendable () -> Void
    ) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(limit))
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            while let packet = read(descriptor, size) {
                guard !packet.isEmpty else { return continuation.finish() }
                guard keeps(packet) else { continue }
                if case .dropped = continuation.yield(packet) { dropped() }
            }
        }
        source.setCancelHandler { close(descriptor) }
        let end = SourceEnd(source)
        continuation.onTermination = { _ in end.cancel() }
        source.activate()
        return stream
    }

    /// A packet; empty at the end, nil when there is none yet.
    private static func read(_ descriptor: Int32, _ size: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: size)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, size) }
        if count >= 0 { return Array(buffer.prefix(count)) }
        return errno == EAGAIN || errno == EINTR ? nil : []
    }

    // Unchecked: a source may be cancelled from any thread, and nothing else is done with it here.
    private final class SourceEnd: @unchecked Sendable {
        private let source: any DispatchSourceRead

        init(_ source: any DispatchSourceRead) { self.source = source }
        func cancel() { source.cancel() }
    }
}
