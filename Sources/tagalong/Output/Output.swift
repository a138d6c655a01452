import Foundation

/// A stream of the process, written without a buffer of ours.
struct Output: Sendable {
    private let descriptor: Int32

    static let standard = Output(descriptor: STDOUT_FILENO)
    static let error = Output(descriptor: STDERR_FILENO)

    /// Writes all of a text.
    ///
    /// - Throws: ``OutputClosed`` when nobody reads any more, ``CommandFailure`` when it cannot be written.
    func write(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EPIPE {
                throw OutputClosed()
            } else if errno != EINTR {
                throw CommandFailure(
                    .failure,
                    "the output cannot be written: \(unsafe String(cString: strerror(errno)))"
                )
            }
        }
    }
}
