extension TagNetwork {
    /// Whether a tag of it lets strangers make it ring while it is away from its owner.
    ///
    /// draft-ietf-dult-accessory-protocol-00, "Non-owner controls", which Find My and Find Hub take over; for Samsung's,
    /// Chipolo's and Pebblebee's own protocols seemoo-lab/AirGuard, which rings them so far as they are not locked. A Tile
    /// rings for its owner's account alone.
    public var ringsForStrangers: Bool { self != .tile }

    /// What who is followed by a tag of it can do, in a few sentences: how it is made to ring, how its serial number is
    /// read, and how it is switched off.
    ///
    /// Find My: Apple, "What to do if you get an alert that an AirTag or Find My network accessory is with you". The page
    /// that NFC opens, the button for the identifier over Bluetooth LE and the last digits of the owner: draft-ietf-dult-
    /// accessory-protocol-00, "Identification" and "Owner registry". Find Hub: Google, "Find unknown trackers". Tile:
    /// "Scan and Secure" and "Anti-Theft Mode" on its own pages.
    public var advice: String {
        switch self {
        case .findMy:
            "It rings for anybody while it is away from its owner. Hold it, an AirTag with its white side, to the top of a "
                + "phone with NFC: the page that opens tells its serial number, part of its owner's telephone number, and "
                + "how to disable it. Without its battery it is silent."
        case .findHub, .dult:
            "It rings for anybody while it is away from its owner. Hold it to the back of a phone with NFC: the page that "
                + "opens tells its serial number, part of what its owner registered with, and how to disable it. One without "
                + "NFC tells it to a phone that shows its alert, once its button is held down. Without its battery it is "
                + "silent."
        case .smartTag:
            "Most refuse to ring for anybody but their owner: look for it where the signal is strongest, or with a Galaxy "
                + "phone's search for unknown tags (SmartThings). Without its battery it is silent."
        case .chipolo, .pebblebee:
            "Older ones ring for anybody, others for their owner alone: look for it where the signal is strongest. Without "
                + "its battery it is silent."
        case .tile:
            "It rings for its owner alone. 'Scan and Secure' in Tile's app looks for it without an account, unless its "
                + "owner has switched that off (Anti-Theft Mode); the police can ask Tile whose it is."
        }
    }
}
