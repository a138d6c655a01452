import Access
import Testing
import Tracking

@testable import API

struct LetterTextTests {
    @Test(arguments: LetterLanguage.allCases)
    func `each mail says what it is for, how long its link works, and where it leads`(language: LetterLanguage) throws {
        let (secret, to) = (AccessSecret(), try #require(MailAddress("kim@example.org")))
        for occasion in [AccountLetter.Occasion.verify(secret), .recover(secret), .reactivate(secret), .invite(secret)]
        {
            let text = LetterText(AccountLetter(occasion, to: to, language: language), pages: "https://t.example")
            #expect(text.lines.count { $0.hasPrefix("https://t.example/") && $0.hasSuffix("#\(secret.text)") } == 1)
            #expect(!text.subject.isEmpty && !text.subject.contains("\n"))
        }
        let told = LetterText(
            AccountLetter(.alreadyRegistered, to: to, account: try Name("kim"), language: language), pages: nil
        )
        #expect(!told.lines.contains { $0.contains("http") } && told.lines.contains { $0.hasSuffix(": kim") })
    }

    @Test(arguments: LetterLanguage.allCases)
    func `the former address is told when it was changed, and what to do`(language: LetterLanguage) throws {
        let time = Timestamp(milliseconds: 1_767_000_000_000)
        let letter = AccountLetter(
            .mailChanged(time), to: try #require(MailAddress("kim@example.org")), account: try Name("kim"),
            language: language
        )
        let lines = LetterText(letter, pages: "https://t.example").lines
        #expect(lines.contains { $0.contains(time.description) } && lines.contains { $0.hasSuffix(": kim") })
        #expect(!lines.contains { $0.contains("http") || $0.contains("do nothing") || $0.contains("tu nichts") })
    }

    @Test func `a mail in English is these lines`() throws {
        let secret = AccessSecret(sent: "SECRET")
        let letter = AccountLetter(
            .recover(secret), to: try #require(MailAddress("kim@example.org")), account: try Name("kim-lee-4821"),
            language: .english
        )
        let text = LetterText(letter, pages: "https://tagalong.example")
        #expect(text.subject == "Set a new passcode")
        #expect(
            text.lines == [
                "Your account: kim-lee-4821", "",
                "Open this link to set a new passcode; you are then logged out everywhere:", "",
                "https://tagalong.example/recover#SECRET", "",
                "It works once, for 30 minutes.", "",
                "If you did not ask for this, do nothing: without the link nothing happens.",
            ])
    }
}
