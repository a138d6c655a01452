/// A frame of an Eddystone beacon: service data FEAA.
public enum EddystoneFrame: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case uid, url, tlm, eid
    }
}
