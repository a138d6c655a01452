import Archive
import Testing

@Suite struct AddressTests {
    @Test func `an address names bucket, prefix, server and region`() throws {
        let address = try #require(
            ArchiveAddress("s3://things/a/b/?endpoint=https://s3.example:9000/&region=eu-central-1"))
        #expect(address.bucket == "things")
        #expect(address.prefix == "a/b")
        #expect(address.endpoint == "https://s3.example:9000")
        #expect(address.region == "eu-central-1")
        #expect("\(address)" == "s3://things/a/b")
    }

    @Test func `without a server it is Amazon's of the region`() throws {
        #expect(
            try #require(ArchiveAddress("s3://things?region=eu-north-1")).endpoint
                == "https://s3.eu-north-1.amazonaws.com")
        #expect(try #require(ArchiveAddress("s3://things")).region == "us-east-1")
    }

    @Test(arguments: [
        "", "things", "s3:things", "s3://", "s3://ab", "https://things/a", "s3://key:secret@things/a",
        "s3://things?endpoint=s3.example", "s3://things?endpoint=ftp://s3.example",
        "s3://things?endpoint=https://k:s@s3.example",
        "s3://things?endpoint=https://s3.example/path", "s3://things?reigon=eu", "s3://things?region=",
        "s3://things?region=a/b",
        "s3://things/../other", "s3://things?region=a&region=b", "s3://thi%20ngs/a",
    ])
    func `another text is no address`(text: String) { #expect(ArchiveAddress(text) == nil) }

    @Test(arguments: [("90d", 90.0), ("0d", 0), ("1.5d", 1.5)])
    func `days are read`(text: String, days: Double) throws {
        let kept = try #require(KeepHot(text))
        #expect(kept.days == days)
        #expect("\(kept)" == text)
    }

    @Test(arguments: ["", "d", "90", "-1d", "90 d", "1e3d", "infd", "99999d", "3w"])
    func `other texts are no days`(text: String) { #expect(KeepHot(text) == nil) }

    @Test func `credentials are those of the environment or of a file`() {
        let environment = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"]
        #expect(StorageCredentials(environment: environment) != nil)
        #expect(StorageCredentials(environment: ["AWS_ACCESS_KEY_ID": "key"]) == nil)
        #expect(StorageCredentials(file: "[default]\naws_access_key_id = key\naws_secret_access_key=a=b \n") != nil)
        #expect(StorageCredentials(file: "# nothing\naws_access_key_id = key\n") == nil)
    }

    @Test(arguments: [
        ("s3://things/below?endpoint=https://S3.Example", "s3://things/below/?endpoint=http://s3.example:80/"),
        ("s3://things?endpoint=https://s3.example.:443&region=x", "s3://things/?endpoint=https://s3.example&region=y"),
        ("s3://things?region=eu-central-1", "s3://things?endpoint=https://s3.dualstack.eu-central-1.amazonaws.com"),
    ])
    func `a storage is the same however it is written`(one: String, other: String) throws {
        #expect(try #require(ArchiveAddress(one)).place == #require(ArchiveAddress(other)).place)
    }

    @Test(arguments: [
        ("s3://things/below", "s3://things/above"), ("s3://things", "s3://others"),
        ("s3://things?endpoint=http://a:9000", "s3://things?endpoint=http://a:9001"),
        ("s3://things?endpoint=http://a", "s3://things?endpoint=http://b"),
    ])
    func `another bucket, prefix or server is another storage`(one: String, other: String) throws {
        #expect(try #require(ArchiveAddress(one)).place != #require(ArchiveAddress(other)).place)
    }
}
