import Yams

/// How much a text in YAML comes to when its aliases are written out.
///
/// A few hundred bytes of anchors within anchors stand for more values than there is memory ("billion laughs").
struct YAMLExpansion {
    /// Whether it is more than ``most``; false for what is no YAML, which says so itself when it is read.
    private(set) var isTooLarge = false

    /// Values beyond which nothing is read that came over the network: without aliases the longest text there has fewer.
    static let most = 400_000

    private var count = 0

    init(of text: String) {
        // Without an alias it is no longer than it is.
        guard text.utf8.contains(UInt8(ascii: "*")), let node = try? Yams.compose(yaml: text) else { return }
        add(node)
    }

    /// Counts what is written out, until that is too much: an alias is a node like that which it stands for.
    private mutating func add(_ node: Node) {
        count += 1
        guard count <= Self.most else { return isTooLarge = true }
        switch node {
        case .scalar, .alias: return
        case .mapping(let mapping):
            for (key, value) in mapping where !isTooLarge {
                add(key)
                add(value)
            }
        case .sequence(let sequence): for value in sequence where !isTooLarge { add(value) }
        }
    }
}
