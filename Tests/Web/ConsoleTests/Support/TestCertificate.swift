import API
import Console
import Foundation
import NIOCore
import ServerSupport
import Web

@testable import TLS

/// A certificate for localhost that is its own authority, and what it is made with: openssl.
struct TestCertificate: Sendable {
    let files: CertificateFiles

    struct Trouble: Error { let status: Int32 }

    /// Makes a certificate in a directory, or another one in its place, with a key as `openssl req` is told of it.
    init(
        in directory: URL,
        named name: String = "server",
        key: [String] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    ) throws {
        files = CertificateFiles(
            certificate: directory.appendingPathComponent("\(name).pem").path,
            key: directory.appendingPathComponent("\(name).key").path
        )
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", files.key, "-out", files.certificate,
        ]
        process.arguments? += key
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Trouble(status: process.terminationStatus) }
    }

    /// A client that trusts this certificate as it is now, and no other one, and knows TLS up to 1.x.
    func client(newest minor: Int? = nil) throws -> TestWebClient {
        TestWebClient(secure: try encryption(newest: minor))
    }

    /// What such a client puts into its connections.
    func encryption(newest minor: Int? = nil) throws -> @Sendable (any Channel) throws -> Void {
        // As it is now, and not when somebody connects.
        let trusted = try String(contentsOfFile: files.certificate, encoding: .utf8)
        return { channel in
            guard let connection = TLSConnection(clientTrusting: trusted, newest: minor) else {
                throw Trouble(status: 0)
            }
            try channel.pipeline.syncOperations.addHandler(TLSHandler(connection))
        }
    }
}

/// Runs a body with a directory of its own.
func withDirectory<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("console-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}
