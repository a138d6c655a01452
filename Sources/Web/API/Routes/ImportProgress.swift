import Exchange
import Foundation
import Hummingbird
import Logging
import NIOCore
import Web

/// How far a file has been read on its way in.
struct ImportProgress: Encodable, Hashable, Sendable {
    /// What it is read for.
    enum Stage: String, Encodable, Sendable {
        /// To find what is wrong with it, before anything is stored.
        case check
        /// To store what of it is new, or only to count that.
        case store
    }

    let stage: Stage
    /// Bytes of it that were read.
    let bytes: Int
    /// Bytes that it has.
    let size: Int

    /// Answers with lines of JSON while the work goes on: how far it is, as often as the client takes it, and as the last
    /// line what came of it, a `report` or a `problem`.
    ///
    /// The work is given up with the connection.
    static func followed(
        _ request: Request,
        _ logger: Logger,
        _ work: @escaping @Sendable (_ told: @escaping @Sendable (ImportProgress) -> Void) async throws -> ImportReport
    ) -> Response {
        Answer.stream("application/x-ndjson") { writer in
            // Who reads slowly is told less often.
            let (steps, told) = AsyncStream.makeStream(of: ImportProgress.self, bufferingPolicy: .bufferingNewest(1))
            async let last = lastLine(request, logger) {
                defer { told.finish() }
                return try await work { told.yield($0) }
            }
            for await step in steps { try await writer.write(line(try JSONEncoder().encode(step))) }
            try await writer.write(last)
        }
    }

    private static func lastLine(
        _ request: Request, _ logger: Logger, _ work: @Sendable () async throws -> ImportReport
    ) async throws -> ByteBuffer {
        do {
            return line(Data("{\"report\":".utf8) + (try JSONEncoder().encode(try await work())) + Data("}".utf8))
        } catch let error as CancellationError {
            throw error
        } catch {
            let problem = Problem(error, request, logger)
            return line(Data("{\"problem\":".utf8) + (try problem.json) + Data("}".utf8))
        }
    }

    private static func line(_ json: Data) -> ByteBuffer { ByteBuffer(bytes: json + Data("\n".utf8)) }
}
