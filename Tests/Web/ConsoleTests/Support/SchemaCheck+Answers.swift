import TestSupport

extension SchemaCheck {
    /// What is wrong with an answer to a request of a described path, such as `/api/v1/items/{owner}/{tracker}`.
    func errors(_ method: String, _ path: String, _ answer: ConsoleBench.Answer) throws -> [String] {
        let item = (document["paths"] as? [String: Any])?[path] as? [String: Any]
        guard let operation = item?[method.lowercased()] as? [String: Any] else {
            return ["\(method) \(path): unknown"]
        }
        let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
        guard let found = responses["\(answer.status)"] ?? responses["default"] else {
            return ["\(method) \(path): \(answer.status) is not described"]
        }
        let content = resolved(found)["content"] as? [String: [String: Any]] ?? [:]
        let type = (answer.headers["content-type"] ?? "").prefix { $0 != ";" }
        if content.isEmpty { return answer.body.isEmpty ? [] : ["\(method) \(path): no body is described"] }
        guard let media = content[String(type)] else { return ["\(method) \(path): \(type) is not described"] }
        guard let schema = media["schema"] as? [String: Any], type.hasSuffix("json") else { return [] }
        return errors(in: try answer.json(), against: schema).map { "\(method) \(path)\($0)" }
    }
}
