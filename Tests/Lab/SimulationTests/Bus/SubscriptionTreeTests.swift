import Testing

@testable import Simulation

@Suite struct SubscriptionTreeTests {
    static let cases: [(filter: String, topic: String, matches: Bool)] = [
        ("a/b", "a/b", true), ("a/b", "a/c", false), ("a/b", "a/b/c", false), ("a/b", "a", false),
        ("a/+", "a/b", true), ("a/+", "a", false), ("a/+", "a/b/c", false), ("a/+", "a/", true),
        ("+/+/state", "sam/keys/state", true), ("+/+/state", "sam/state", false), ("+", "a", true), ("+", "a/b", false),
        ("a/#", "a", true), ("a/#", "a/b", true), ("a/#", "a/b/c", true), ("a/#", "b", false), ("a/#", "ab", false),
        ("#", "a/b/c", true), ("#", "a", true), ("+/b/#", "a/b", true), ("+/b/#", "a/b/c/d", true),
        ("+/b/#", "a/c", false), ("/a", "/a", true), ("+/a", "/a", true), ("a//b", "a//b", true),
        ("a/+/b", "a//b", true),
        ("a", "a/", false), ("A", "a", false),
    ]

    @Test(arguments: cases)
    func `a filter lets through what MQTT says`(filter: String, topic: String, matches: Bool) {
        var tree = SubscriptionTree()
        tree.insert(filter, 3)
        #expect(tree.clients(for: topic) == (matches ? [3] : []))
        #expect(SubscriptionTree.matches(filter, topic) == matches)
    }

    @Test func `each subscriber is named once, in the order of their numbers`() {
        var tree = SubscriptionTree()
        for (filter, client) in [("a/b", 4), ("a/b", 4), ("+/b", 2), ("#", 4), ("a/#", 1), ("a/b", 3), ("x", 0)] {
            tree.insert(filter, client)
        }
        #expect(tree.clients(for: "a/b") == [1, 2, 3, 4])
    }

    @Test func `without wildcards each subscriber is named once too`() {
        var tree = SubscriptionTree()
        for _ in 0..<3 { tree.insert("a", 1) }
        #expect(tree.clients(for: "a") == [1])
    }
}
