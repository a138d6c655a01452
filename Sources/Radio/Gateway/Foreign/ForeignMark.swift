/// The mark of our own messages in the formats of others, whose readers skip keys that they do not know: with it no gateway
/// takes what another one published for the word of a node.
enum ForeignMark {
    /// The key; its value is the gateway's name.
    static let key = "tagalong"
}
