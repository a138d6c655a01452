internal import Foundation
public import Tracking

/// A way to reach somebody, in a section of the profile.
public struct ProfileEntry: Hashable, Sendable {
    /// What an entry is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case phone, address, mail
    }

    public var section: ProfileSection
    public var kind: Kind
    /// What it is for, such as "mobile"; up to 64 characters, or none.
    public var label: String
    /// The number or the address, 1 to 200 characters, as it was typed.
    public var value: String

    public static let valueBounds = TextBounds(1...200)

    public init(section: ProfileSection, kind: Kind, label: String = "", value: String) {
        (self.section, self.kind, self.label, self.value) = (section, kind, label, value)
    }

    /// What a phone or a browser opens for it: a call (RFC 3966), a map, or a mail (RFC 6068); nil for a number without a
    /// digit.
    ///
    /// A map is asked for by a `geo` address with a query, as phones know it; it has no coordinates.
    public var link: String? {
        switch kind {
        case .phone:
            let digits = value.filter { "0123456789+*#".contains($0) }
            return digits.isEmpty ? nil : "tel:" + digits.replacing("#", with: "%23")
        case .address: return "geo:0,0?q=" + Self.encoded(value)
        case .mail: return "mailto:" + Self.encoded(value).replacing("%40", with: "@")
        }
    }

    private static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
