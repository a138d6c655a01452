@testable import Access
@testable import Web

extension Limit {
    /// What one account may do among people.
    static var people: [Limit] {
        let rate = RequestRates().peopleSearches
        return [
            Limit(
                "searches for people",
                "\(Int(rate.burst)), then one every \(Int(1 / rate.perSecond)) s",
                for: "an account",
                by: "PeopleRoutesTests"
            ),
            Limit("what a search for people finds", "\(PeopleSearch.most)", for: "a search", by: "PeopleSearchTests"),
            Limit(
                "requests for a connection", "\(ContactLimits.requestsAnHour) an hour", for: "an account",
                by: "ContactTests"
            ),
            Limit(
                "requests that nobody has answered", "\(ContactLimits.openRequests)", for: "an account",
                by: "ContactTests"
            ),
            Limit(
                "mail addresses looked up in address books",
                "\(Int(RequestRates().addressLookups.burst)), and as many a day",
                for: "an account",
                by: "AddressBookRoutesTests"
            ),
            Limit(
                "invitations by mail", "\(InvitationLimits.mailsADay) a day", for: "an account", by: "InvitationTests"
            ),
            Limit(
                "people told of invitations to groups", "\(GroupLimits.invitationsAnHour) an hour", for: "an account",
                by: "GroupTests"
            ),
            Limit(
                "accounts that wait for a mail address", "\(AccessControl.mostWaiting)", for: "an address",
                by: "WaitingAccountTests"
            ),
            Limit(
                "mails", "\(MailLimits.mostToAddress) an hour", for: "an address and a purpose", by: "RegistrationTests"
            ),
            Limit("mails", "\(MailLimits.mostOfSource) an hour", for: "a source", by: "RegistrationTests"),
            Limit("contacts", "\(ContactLimits.contacts)", for: "an account", by: "ContactTests"),
            Limit("entries of a profile", "\(Profile.mostEntries)", for: "an account", by: "ProfileTests"),
        ] + foundPages
    }

    /// What strangers may do at found pages.
    private static var foundPages: [Limit] {
        let rates = RequestRates()
        func slowly(_ rate: RequestRate) -> String {
            "\(Int(rate.burst)), then one every \(Int((1 / rate.perSecond / 60).rounded())) min"
        }
        return [
            Limit(
                "codes of found pages that lead nowhere", slowly(rates.foundCodes), for: "a source",
                by: "FoundPageRoutesTests"
            ),
            Limit("messages of finders", slowly(rates.finderMessages), for: "a source", by: "FoundPageRoutesTests"),
            Limit(
                "messages of finders", "\(FinderMessage.mostAnHour) an hour", for: "a found page",
                by: "FinderMessageTests", "FoundPageRoutesTests"
            ),
            Limit("messages of finders kept", "\(FinderMessage.most)", for: "a found page", by: "FinderMessageTests"),
        ]
    }
}
