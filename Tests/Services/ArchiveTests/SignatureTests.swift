import Testing
import Tracking

@testable import Archive

/// The published examples: "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk",
/// Amazon S3 API Reference.
@Suite struct SignatureTests {
    private static let signature = SignatureV4(
        credentials: StorageCredentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1"
    )
    private static let host = (name: "Host", value: "examplebucket.s3.amazonaws.com")

    private static let examples: [(SignatureV4.Request, headers: String, signature: String)] = [
        (
            SignatureV4.Request(method: "GET", path: "/test.txt", headers: [host, ("Range", "bytes=0-9")]),
            "host;range;x-amz-content-sha256;x-amz-date",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            SignatureV4.Request(
                method: "PUT", path: "/test%24file.text",
                headers: [
                    host, ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ],
                payload: Array("Welcome to Amazon S3.".utf8)
            ),
            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        (
            SignatureV4.Request(method: "GET", path: "/", query: [("lifecycle", "")], headers: [host]),
            "host;x-amz-content-sha256;x-amz-date",
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            SignatureV4.Request(
                method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")], headers: [host]),
            "host;x-amz-content-sha256;x-amz-date",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test(arguments: 0..<4)
    func `the published examples have their published signatures`(number: Int) throws {
        let example = Self.examples[number]
        let time = try #require(Timestamp("2013-05-24T00:00:00Z"))
        let headers = Self.signature.signed(example.0, at: time)
        let scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
        let expected =
            "AWS4-HMAC-SHA256 Credential=\(scope),SignedHeaders=\(example.headers),Signature=\(example.signature)"
        #expect(headers.last?.name == "Authorization")
        #expect(headers.last?.value == expected)
        #expect(!headers.contains { $0.name.lowercased() == "host" }, "whoever sends it adds it")
        #expect(headers.contains { $0 == ("x-amz-date", "20130524T000000Z") })
    }

    @Test func `the path of the example is encoded as it is published`() {
        #expect(SignatureV4.encoded("test$file.text") == "test%24file.text")
        #expect(SignatureV4.encoded("a b/ü~*") == "a%20b%2F%C3%BC~%2A")
    }

    @Test func `a session's token is sent and signed`() throws {
        let credentials = StorageCredentials(accessKey: "key", secret: "secret", token: "token")
        let headers = SignatureV4(credentials: credentials, region: "eu-central-1")
            .signed(SignatureV4.Request(method: "GET", path: "/", headers: [Self.host]), at: Timestamp(milliseconds: 0))
        #expect(headers.contains { $0 == ("x-amz-security-token", "token") })
        #expect(headers.last?.value.contains("x-amz-security-token") == true)
        #expect(!"\(credentials)".contains("secret"))
    }
}
