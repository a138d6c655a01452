/// Who asks an object storage; never printed.
public struct StorageCredentials: Sendable, CustomStringConvertible {
    let accessKey: String
    let secret: String
    /// For credentials that hold for a while; nil for others.
    let token: String?

    public init(accessKey: String, secret: String, token: String? = nil) {
        (self.accessKey, self.secret, self.token) = (accessKey, secret, token)
    }

    /// Those of the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; nil without the
    /// first two.
    public init?(environment: [String: String]) {
        guard let key = environment["AWS_ACCESS_KEY_ID"], !key.isEmpty,
            let secret = environment["AWS_SECRET_ACCESS_KEY"], !secret.isEmpty
        else { return nil }
        self.init(
            accessKey: key, secret: secret, token: environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Those of a file as `~/.aws/credentials` is: `aws_access_key_id = …`, `aws_secret_access_key = …` and
    /// `aws_session_token = …`, of the first section that has any; nil without the first two.
    public init?(file text: String) {
        var values: [Substring: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0.isWhitespace }
            if line.first == "[", !values.isEmpty { break }
            guard let sign = line.firstIndex(of: "="), line.first != "#", line.first != ";" else { continue }
            let name = line[..<sign].prefix { !$0.isWhitespace }
            let value = line[line.index(after: sign)...].drop { $0.isWhitespace }
            values[name] = String(value.reversed().drop { $0.isWhitespace }.reversed())
        }
        guard let key = values["aws_access_key_id"], !key.isEmpty, let secret = values["aws_secret_access_key"],
            !secret.isEmpty
        else { return nil }
        self.init(accessKey: key, secret: secret, token: values["aws_session_token"])
    }

    /// Nothing that anybody could use.
    public var description: String { "credentials of an object storage" }
}
