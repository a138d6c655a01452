import Bluetooth

/// The person at the terminal, who compares and types what a tag shows.
struct TerminalPerson: PairingPerson {
    let answers: any LineSource
    /// Whether numbers count as compared without asking.
    let trusts: Bool
    let say: @Sendable (String) -> Void

    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool {
        let digits = Self.digits(number)
        guard !trusts else {
            say("The number is \(digits); taken as compared (--yes)\n")
            return true
        }
        say("Does the tag show \(digits)? [y/N] ")
        let answer = await answers.next()?.lowercased().filter { !$0.isWhitespace }
        return answer == "y" || answer == "yes"
    }

    func passkey(shownBy tag: BluetoothAddress) async -> Int? {
        for _ in 0..<3 {
            say("The number that the tag shows, or nothing to give up: ")
            guard let line = await answers.next() else { return nil }
            let digits = line.filter { !$0.isWhitespace }
            if digits.isEmpty { return nil }
            let isNumber = digits.utf8.count <= 6 && digits.utf8.allSatisfy { (48...57).contains($0) }
            if isNumber, let number = Int(digits) { return number }
            say("That is no number of up to six digits.\n")
        }
        return nil
    }

    func show(_ number: Int, for tag: BluetoothAddress) async { say("Type \(Self.digits(number)) on the tag.\n") }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }
}
