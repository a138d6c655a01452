internal import Foundation
internal import TestSupport

/// A real server with S3's interface, moto, which holds each request against its signature.
///
/// scripts/moto installs it from PyPI. It ends with this process, even a killed one: a shell beside it waits for the end of
/// its input. Lists have three objects at once, so that they are continued.
public final class TestObjectStorage: Sendable {
    /// Why there is no server.
    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
    }

    /// Where it listens, and who may do everything there.
    public let endpoint: String
    public let accessKey: String
    public let secret: String
    /// The bucket that is there.
    public let bucket = "bucket"
    private let input: Pipe
    private let process: Process

    /// The server that the tests of this process share, each with a prefix of its own.
    public static var shared: TestObjectStorage {
        get async throws { try await starting.value }
    }

    private static let starting = Task { try await TestObjectStorage() }

    /// Starts a server on a free port.
    ///
    /// - Throws: ``Trouble`` when it does not start.
    public init() async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        let program = ProcessInfo.processInfo.environment["TAGALONG_MOTO"] ?? ".build/moto/bin/moto_server"
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", program]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        (self.process, self.input) = (process, input)
        let said = await onThread { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
        let words = said.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 4, words[0] == "ready" else {
            try? input.fileHandleForWriting.close()
            throw Trouble(description: "moto does not start: scripts/moto installs it, or TAGALONG_MOTO is to name it")
        }
        (endpoint, accessKey, secret) = ("http://\(words[1])", words[2], words[3])
    }

    /// The address of a place in it that nobody has used yet.
    public func address() -> String {
        "s3://\(bucket)/\(UUID().uuidString.prefix(8).lowercased())?endpoint=\(endpoint)&region=eu-central-1"
    }

    /// Ends the server, and with it all that it has.
    public func stop() async {
        try? input.fileHandleForWriting.close()
        await onThread { self.process.waitUntilExit() }
    }

    /// Starts the server, makes a user, a key and a bucket, for which alone it asks no signature, says so, and stops it at
    /// the end of the input.
    private static let script = """
        place=$(mktemp -d) || exit 1
        INITIAL_NO_AUTH_ACTION_COUNT=4 MOTO_S3_DEFAULT_MAX_KEYS=3 "$1" -H 127.0.0.1 -p 0 >"$place/log" 2>&1 </dev/null &
        server=$!
        trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$place"' EXIT
        address=
        tries=0
        while [ -z "$address" ]; do
            kill -0 $server 2>/dev/null && [ $tries -lt 600 ] || exit 1
            tries=$((tries + 1))
            sleep 0.1
            address=$(sed -n 's|.*Running on http://\\([0-9.]*:[0-9]*\\).*|\\1|p' "$place/log")
        done
        ask() {
            service=$1
            shift
            curl -sf --noproxy '*' -H "Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/$service/aws4_request,\\
         SignedHeaders=host, Signature=0" "$@"
        }
        policy='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
        ask s3 -X PUT "http://$address/bucket" >/dev/null || exit 1
        ask iam -d 'Action=CreateUser&UserName=test&Version=2010-05-08' "http://$address/" >/dev/null || exit 1
        keys=$(ask iam -d 'Action=CreateAccessKey&UserName=test&Version=2010-05-08' "http://$address/") || exit 1
        ask iam -d 'Action=PutUserPolicy&UserName=test&PolicyName=all&Version=2010-05-08' \\
            --data-urlencode "PolicyDocument=$policy" "http://$address/" >/dev/null || exit 1
        key=$(echo "$keys" | sed -n 's|.*<AccessKeyId>\\(.*\\)</AccessKeyId>.*|\\1|p')
        secret=$(echo "$keys" | sed -n 's|.*<SecretAccessKey>\\(.*\\)</SecretAccessKey>.*|\\1|p')
        echo "ready $address $key $secret"
        exec >/dev/null 2>&1
        read -r nothing
        """
}
