import AsyncHTTPClient
import Console
import Foundation
import HummingbirdTLS
import NIOCore

/// A certificate for localhost that is its own authority, and what it is made with: openssl.
struct TestCertificate: Sendable {
    let files: CertificateFiles

    struct Trouble: Error { let status: Int32 }

    /// Makes a certificate in a directory, or another one in its place.
    init(in directory: URL, named name: String = "server") throws {
        files = CertificateFiles(
            certificate: directory.appendingPathComponent("\(name).pem").path,
            key: directory.appendingPathComponent("\(name).key").path
        )
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", files.key, "-out",
            files.certificate,
        ]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Trouble(status: process.terminationStatus) }
    }

    /// Runs a body with a client that trusts this certificate as it is now, and no other one, and knows TLS up to 1.x.
    func withClient<Value: Sendable>(
        newest minor: Int? = nil,
        _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(files.certificate))
        if let minor {
            configuration.minimumTLSVersion = .tlsv1
            configuration.maximumTLSVersion =
                minor == 0 ? .tlsv1 : minor == 1 ? .tlsv11 : minor == 2 ? .tlsv12 : .tlsv13
        }
        let client = HTTPClient(configuration: HTTPClient.Configuration(tlsConfiguration: configuration))
        do {
            let value = try await body(client)
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
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
