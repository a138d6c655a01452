internal import Foundation
internal import TestSupport

/// A real OpenID Connect provider, oidc-provider-mock, on a loopback port.
///
/// scripts/openid-mock installs it from PyPI. It ends with this process, even a killed one: it waits for the end of its input.
/// Beside what it has of its own, `POST /rotate` has it sign with another key, and `/picture.png` is a picture.
public final class TestOpenIDProvider: Sendable {
    /// Why there is no provider.
    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    /// Its address, by which it names itself.
    public let issuer: String
    private let input: Pipe
    private let process: Process

    /// Starts a provider on a free port.
    ///
    /// - Throws: ``Trouble`` when it does not start.
    public init() async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        let program = ProcessInfo.processInfo.environment["TAGALONG_OPENID_MOCK"] ?? ".build/openid-mock/bin/python"
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [packageRoot.appending(path: "Tests/ServerSupport/openid_provider.py").path]
        process.environment = ProcessInfo.processInfo.environment.merging(["AUTHLIB_INSECURE_TRANSPORT": "1"]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw Self.missing }
        (self.process, self.input) = (process, input)
        let said = await onThread { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
        guard let port = Int(said.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            try? input.fileHandleForWriting.close()
            throw Self.missing
        }
        issuer = "http://127.0.0.1:\(port)"
    }

    private static let missing = Trouble(
        description:
            "the provider does not start: scripts/openid-mock installs it, or TAGALONG_OPENID_MOCK is to name its Python"
    )

    /// Has it know somebody.
    ///
    /// - Parameters:
    ///   - subject: What it knows them by.
    ///   - claims: What it says of them, as JSON.
    /// - Throws: What is wrong with the connection.
    public func know(_ subject: String, _ claims: String) async throws {
        let headers = ["Content-Type": "application/json"]
        _ = try await TestWebClient.plain.send(
            "PUT", "\(issuer)/users/\(subject)", headers: headers, body: Array(claims.utf8))
    }

    /// Has it sign with another key from now on.
    ///
    /// - Throws: What is wrong with the connection.
    public func rotate() async throws {
        _ = try await TestWebClient.plain.send("POST", "\(issuer)/rotate")
    }

    /// Says there who one is, as a person does on its page, or that one does not want to; where it sends the browser then.
    ///
    /// - Parameters:
    ///   - address: The address that one was sent to.
    ///   - subject: Who one is; nil for one who does not want to.
    /// - Returns: The address that it sends the browser to; empty for none.
    /// - Throws: What is wrong with the connection.
    public func agree(at address: String, as subject: String?) async throws -> String {
        let headers = ["Content-Type": "application/x-www-form-urlencoded"]
        let body = subject.map { "sub=\($0)" } ?? "action=deny"
        let answer = try await TestWebClient.plain.send("POST", address, headers: headers, body: Array(body.utf8))
        return answer.headers.first { $0.name.lowercased() == "location" }?.value ?? ""
    }

    /// Ends it.
    public func stop() async {
        try? input.fileHandleForWriting.close()
        await onThread { self.process.waitUntilExit() }
    }
}

/// Runs the body with a provider of its own, and stops it.
///
/// - Parameter body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
public func withTestOpenIDProvider<Result>(_ body: (TestOpenIDProvider) async throws -> Result) async throws -> Result {
    let provider = try await TestOpenIDProvider()
    return try await afterwards({ await provider.stop() }) { try await body(provider) }
}
