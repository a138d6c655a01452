import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Tracking

/// The certificate that the next connection is shown; those before keep theirs.
final class CertificateKeeper: Sendable {
    private let files: CertificateFiles
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var mark: CertificateFiles.Mark
        var step: TLSChannel<TLSStep>
    }

    /// Reads the files.
    ///
    /// - Throws: ``CertificateFiles/Invalid``.
    init(_ files: CertificateFiles, logger: Logger) throws(CertificateFiles.Invalid) {
        (self.files, self.logger) = (files, logger)
        // Before they are read: what changes meanwhile is read once more.
        let mark = CertificateFiles.Mark(files)
        state = Mutex(State(mark: mark, step: try Self.step(files)))
    }

    /// What makes a connection one with TLS.
    var step: TLSChannel<TLSStep> { state.withLock { $0.step } }

    /// Reads the files again if they are others now; keeps the old certificate when they are wrong.
    func refresh() {
        let mark = CertificateFiles.Mark(files)
        guard state.withLock({ $0.mark != mark }) else { return }
        let outcome = Result { () throws(CertificateFiles.Invalid) in try Self.step(files) }
        state.withLock { state in
            state.mark = mark
            if case .success(let step) = outcome { state.step = step }
        }
        switch outcome {
        case .success: logger.notice("\(files.certificate): new connections are shown the new certificate")
        case .failure(let error): logger.error("the old certificate stays in use: \(error)")
        }
    }

    private static func step(_ files: CertificateFiles) throws(CertificateFiles.Invalid) -> TLSChannel<TLSStep> {
        let configuration = try files.read()
        do { return try TLSChannel(TLSStep(), tlsConfiguration: configuration) } catch {
            throw .differ(certificate: files.certificate, key: files.key)
        }
    }
}

/// What comes behind TLS in a connection, put there by whoever asked for it.
struct TLSStep: ServerChildChannel {
    struct Value: ServerChildChannelValue { let channel: any Channel }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeSucceededFuture(Value(channel: channel))
    }

    func handle(value: Value, logger: Logger) async {}
}

/// Looks now and then whether the files of a certificate have changed, as they do every few weeks.
struct CertificateWatch: Service {
    let keeper: CertificateKeeper
    let clock: any UTCClock

    static let interval = Duration.seconds(10)

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await clock.sleep(until: clock.now.advanced(by: Self.interval), tolerance: nil)
                keeper.refresh()
            }
        }
    }
}
