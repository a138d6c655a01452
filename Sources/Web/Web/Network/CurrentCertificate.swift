package import Logging
import ServiceLifecycle
import Synchronization
import TLS
package import Tracking

/// The certificate that the next connection is shown; those before keep theirs.
package final class CurrentCertificate: Sendable {
    private let files: CertificateFiles
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var mark: CertificateFiles.Mark
        var context: TLSContext
    }

    /// Reads the files.
    ///
    /// - Throws: ``CertificateFiles/Invalid``.
    package init(_ files: CertificateFiles, logger: Logger) throws(CertificateFiles.Invalid) {
        (self.files, self.logger) = (files, logger)
        // Before they are read: what changes meanwhile is read once more.
        let mark = CertificateFiles.Mark(files)
        state = Mutex(State(mark: mark, context: try files.read()))
    }

    /// What the next connection is made with.
    var context: TLSContext { state.withLock { $0.context } }

    /// Reads the files again if they are others now; keeps the old certificate when they are wrong.
    func refresh() {
        let mark = CertificateFiles.Mark(files)
        guard state.withLock({ $0.mark != mark }) else { return }
        let outcome = Result { () throws(CertificateFiles.Invalid) in try files.read() }
        state.withLock { state in
            state.mark = mark
            if case .success(let context) = outcome { state.context = context }
        }
        switch outcome {
        case .success: logger.notice("\(files.certificate): new connections are shown the new certificate")
        case .failure(let error): logger.error("the old certificate stays in use: \(error)")
        }
    }
}

/// Looks now and then whether the files of a certificate have changed, as they do every few weeks.
package struct CertificateWatch: Service {
    let certificate: CurrentCertificate
    let clock: any UTCClock

    static let interval = Duration.seconds(10)

    package init(certificate: CurrentCertificate, clock: any UTCClock) {
        (self.certificate, self.clock) = (certificate, clock)
    }

    package func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await clock.sleep(until: clock.now.advanced(by: Self.interval), tolerance: nil)
                certificate.refresh()
            }
        }
    }
}
