import Foundation
import JSON
import Messages
import Testing

@testable import API
@testable import Web

/// The members of a reminder, as they are described, read and refused.
struct ReminderMembersTests {
    private static func schemas() throws -> [String: [String: Any]] {
        let json = try OpenAPIDocument.standard.get().json
        let document = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        return (document?["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]] ?? [:]
    }

    /// The paths of all members that a schema has, those of objects within in them.
    private static func paths(_ schema: [String: Any], _ all: [String: [String: Any]], _ prefix: String) -> Set<String>
    {
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
            return paths(all[String(name)] ?? [:], all, prefix)
        }
        if let items = schema["items"] as? [String: Any] { return paths(items, all, prefix) }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        return properties.reduce(into: []) { found, property in
            found.insert(prefix + property.key)
            found.formUnion(paths(property.value, all, "\(prefix)\(property.key)/"))
        }
    }

    private static func paths(_ members: [String: PayloadMembers], _ prefix: String) -> Set<String> {
        members.reduce(into: []) { found, member in
            found.insert(prefix + member.key)
            if case .object(let inner) = member.value { found.formUnion(paths(inner, "\(prefix)\(member.key)/")) }
        }
    }

    @Test(arguments: ["ReminderBody", "NewReminder", "ReminderDraft"])
    func `all that is read is described, and nothing else`(schema: String) throws {
        let all = try Self.schemas()
        let described = Self.paths(try #require(all[schema]), all, "").subtracting(["id"])
        #expect(described == Self.paths(ReminderMessage.members, ""))
    }

    @Test func `a patch is one of RFC 7396`() throws {
        // The test cases of its appendix A.
        let cases = [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
            ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ]
        for (target, patch, result) in cases {
            let (target, patch) = (try JSONValue(body: Array(target.utf8)), try JSONValue(body: Array(patch.utf8)))
            #expect(String(decoding: target.merging(patch).encoded(), as: UTF8.self) == result)
        }
    }
}
