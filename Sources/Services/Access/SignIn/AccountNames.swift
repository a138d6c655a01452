internal import Foundation
internal import Store
internal import Tracking

/// Makes the names of accounts that register, of how their owners are called.
///
/// The number behind is always there and by chance: whether somebody else is called the same is not to be seen from it,
/// and nobody can register as the owner of things that somebody else's trackers report.
struct AccountNames {
    private static let longest = 40
    /// How many digits are tried, one after another.
    private static let digits = [4, 4, 4, 6, 6, 9, 9, 12]

    /// A name of letters, digits and `-`, of what people are called in any script, or of the address where nothing of that
    /// can be written so.
    static func stem(_ name: String, _ mail: MailAddress?) -> String {
        let local = mail.map { String($0.text.prefix { $0 != "@" }) } ?? ""
        return [name, local].map(plain).first { !$0.isEmpty } ?? "person"
    }

    private static func plain(_ text: String) -> String {
        let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
        let folded = latin.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        var plain = ""
        for scalar in folded.lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
            case "'", "\u{2B9}", "\u{2BA}", "\u{2BB}", "\u{2BC}", "\u{2018}", "\u{2019}": break
            default: if !plain.isEmpty, plain.last != "-" { plain += "-" }
            }
        }
        plain = String(plain.prefix(longest))
        while plain.last == "-" { plain.removeLast() }
        return plain
    }

    /// A name that nobody has: neither an account, nor who is granted anything of, nor what `isTaken` says.
    static func free(
        _ stem: String,
        _ database: SQLSession,
        isTaken: (Name) throws -> Bool,
        using generator: inout some RandomNumberGenerator
    ) throws -> Name {
        for count in digits {
            let number = (0..<count).map { _ in "\(UInt8.random(in: 0...9, using: &generator))" }.joined()
            let name = try Name("\(stem)-\(number)")
            let granted = "SELECT EXISTS (SELECT 1 FROM grants WHERE owner = ?)"
            if try database.hasAccount(name) || database.value(granted, [name.text]) as Bool? == true { continue }
            if try !isTaken(name) { return name }
        }
        throw AccessError.accountExists(try Name(stem))
    }
}
