internal import Foundation
internal import Synchronization

/// One mail on its way, shared between the task that waits and the thread that libcurl blocks.
final class MailTransfer: Sendable {
    private let bytes: [UInt8]
    private let position = Mutex(0)
    private let isStopped = Atomic(false)

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Sends a mail, and returns when the server has taken it for all recipients.
    ///
    /// - Parameters:
    ///   - bytes: The mail.
    ///   - mail: From whom, to whom and by which server.
    /// - Throws: ``DeliveryFailure``.
    static func send(_ bytes: [UInt8], of mail: ChannelConfiguration.Mail) async throws(DeliveryFailure) {
        let transfer = MailTransfer(bytes)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // libcurl waits where it stands: not on a thread of the task pool.
                Thread.detachNewThread { continuation.resume(returning: transfer.run(mail)) }
            }
        } onCancel: {
            transfer.isStopped.store(true, ordering: .relaxed)
        }
        try result.get()
    }

    private func run(_ mail: ChannelConfiguration.Mail) -> Result<Void, DeliveryFailure> {
        do throws(DeliveryFailure) {
            var handle = try CurlHandle()
            try handle.prepare(mail, size: bytes.count)
            try handle.perform(self, of: mail)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Whether nobody waits for it any more.
    var mustStop: Bool { isStopped.load(ordering: .relaxed) }

    /// The next bytes, at most as many as there is room for.
    func next(_ room: Int) -> ArraySlice<UInt8> {
        position.withLock { position in
            let piece = bytes[position..<min(bytes.count, position + max(0, room))]
            position += piece.count
            return piece
        }
    }
}
