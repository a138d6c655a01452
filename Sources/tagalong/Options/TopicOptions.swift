import ArgumentParser
import Messages

/// Under which topics.
struct TopicOptions: ParsableArguments {
    @Option(
        name: .customLong("positions-base"),
        help: ArgumentHelp("Base topic of positions (default: owntracks).", valueName: "topic")
    )
    var positionsBase: String?

    @Option(help: ArgumentHelp("Base topic of everything else (default: tagalong).", valueName: "topic"))
    var base: String?

    /// The topics of this call, under the bases given; nil is the usual one of Home Assistant's discovery.
    ///
    /// - Throws: ``CommandFailure`` for a base that is none.
    func topics(_ settings: CommandSettings, discovery: String? = nil) throws -> Topics {
        let expected = Self.expectation
        let positions = try settings.value(.positionsBase, flag: positionsBase)
        let own = try settings.value(.base, flag: base)
        let standard = Topics()
        let topics = Topics(
            positions: try positions?.read(expecting: expected, Self.base) ?? standard.positions,
            own: try own?.read(expecting: expected, Self.base) ?? standard.own,
            discovery: discovery ?? standard.discovery
        )
        guard topics.positions != topics.own else {
            let origin = (own ?? positions)?.origin.description ?? "--base"
            throw CommandFailure(.badInput, "\(origin): positions and the rest cannot share the base '\(topics.own)'")
        }
        return topics
    }

    /// What a base is, for errors.
    static let expectation = "a topic without a slash at its ends, '+' or '#'"

    /// A base as it is written; nil for a text that is none.
    static func base(_ text: String) -> String? {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let isTopic = levels.allSatisfy { level in !level.isEmpty && !level.contains { "+#\0".contains($0) } }
        return isTopic ? text : nil
    }
}
