package import HTTPTypes

extension HTTPField.Name {
    /// The token that a page sends with every change.
    package static let csrf = named("X-Tagalong-CSRF")
    /// The secret of a share link.
    package static let shareLink = named("X-Tagalong-Link")
    package static let robotsTag = named("X-Robots-Tag")
    package static let referrerPolicy = named("Referrer-Policy")
    static let fetchSite = named("Sec-Fetch-Site")
    static let forwardedFor = named("X-Forwarded-For")
    static let forwardedProtocol = named("X-Forwarded-Proto")
    package static let clearSiteData = named("Clear-Site-Data")
    package static let lastEventID = named("Last-Event-ID")
    package static let accelBuffering = named("X-Accel-Buffering")

    /// A name that stands in the code; one that HTTP does not allow is never taken for another.
    private static func named(_ text: StaticString) -> Self {
        guard let name = Self("\(text)") else { preconditionFailure("'\(text)' is no name of a header") }
        return name
    }
}
