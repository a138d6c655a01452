/// Who subscribes to which topics: MQTT's filters with `+` and a closing `#`.
struct SubscriptionTree: Sendable {
    private struct Node: Sendable {
        var children: [Substring: Int] = [:]
        var anyOne: Int?
        var clients: [Int] = []
        var clientsBelow: [Int] = []
    }

    private var nodes: [Node] = [Node()]
    /// Filters without wildcards, the most frequent by far.
    private var exact: [String: [Int]] = [:]
    private var hasWildcards = false

    /// A filter without wildcards, or a topic that is one, as it is in memory here; nil for any other.
    func kept(_ filter: String) -> String? { exact.index(forKey: filter).map { exact[$0].key } }

    mutating func insert(_ filter: String, _ client: Int) {
        guard Self.hasWildcard(filter) else {
            if exact[filter]?.last != client { exact[filter, default: []].append(client) }
            return
        }
        hasWildcards = true
        var node = 0
        for level in filter.split(separator: "/", omittingEmptySubsequences: false) {
            if level == "#" {
                nodes[node].clientsBelow.append(client)
                return
            }
            node = child(of: node, level)
        }
        nodes[node].clients.append(client)
    }

    private mutating func child(of node: Int, _ level: Substring) -> Int {
        if let known = level == "+" ? nodes[node].anyOne : nodes[node].children[level] { return known }
        nodes.append(Node())
        if level == "+" { nodes[node].anyOne = nodes.count - 1 } else { nodes[node].children[level] = nodes.count - 1 }
        return nodes.count - 1
    }

    /// The subscribers of a topic in the order in which they were added, each once.
    func clients(for topic: String) -> [Int] {
        var found = exact[topic] ?? []
        guard hasWildcards else { return found }
        let before = found.count
        collect(topic.split(separator: "/", omittingEmptySubsequences: false)[...], from: 0, &found)
        guard found.count > 1, found.count > before else { return found }
        found.sort()
        var last = -1
        found.removeAll { client in
            defer { last = client }
            return client == last
        }
        return found
    }

    static func hasWildcard(_ filter: String) -> Bool {
        filter.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
    }

    /// Whether a filter lets a topic through; levels are compared byte by byte.
    static func matches(_ filter: String, _ topic: String) -> Bool {
        var levels = topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        for level in filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if level.elementsEqual("#".utf8) { return true }
            guard let next = levels.popFirst() else { return false }
            if !level.elementsEqual("+".utf8), !level.elementsEqual(next) { return false }
        }
        return levels.isEmpty
    }

    private func collect(_ levels: ArraySlice<Substring>, from index: Int, _ found: inout [Int]) {
        let node = nodes[index]
        found += node.clientsBelow
        guard let level = levels.first else {
            found += node.clients
            return
        }
        if let next = node.children[level] { collect(levels.dropFirst(), from: next, &found) }
        if let next = node.anyOne { collect(levels.dropFirst(), from: next, &found) }
    }
}
