internal import Messages
internal import Tracking

/// An unknown tag that follows, in words.
extension NoticeText {
    static func title(_ tag: GuardMessage.Tag) -> String {
        tag.stage == .urgent ? "An unknown \(name(tag)) still follows you" : "An unknown \(name(tag)) follows you"
    }

    static func lines(of tag: GuardMessage.Tag, _ notice: Notice, _ now: Timestamp) -> [String] {
        let stay = tag.stage == .urgent ? " and stayed overnight" : ""
        let legs = tag.legs == 1 ? "1 trip" : "\(tag.legs) trips"
        var lines = [
            "It has moved with \(notice.alert.owner) on \(legs)\(stay). Address: \(single(tag.address)), heard by "
                + "\(tag.gateway) \(Wording.age(of: tag.last, at: now))."
        ]
        if let place = tag.places.last {
            lines.append("Last place it came along to: \(Wording.position(place, at: now)).")
        }
        if let advice = tag.advice { lines.append(single(advice)) }
        return lines
    }

    private static func name(_ tag: GuardMessage.Tag) -> String { String(single(tag.model ?? tag.network).prefix(60)) }

    /// On one line, and turning nothing around: it comes over the air.
    static func single(_ text: String) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.contains(where: commands) ? " " : $0 })
    }

    private static func commands(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
}
