/// What a broker of our own takes, and what it keeps; beyond, mosquitto drops messages of whatever quality without a word
/// to their sender.
package enum BrokerLimits {
    /// Bytes of a packet, from and to a client; it hangs up on one that sends more.
    ///
    /// Messages over 64 KiB are refused anyway. A role of a gateway with 200 trackers is the longest that we send.
    package static let packet = 262_144
    /// Bytes of memory beyond which guests that do not read are cut off.
    ///
    /// mosquitto bounds what waits at quality 1 and 2; what a client does not read at quality 0 has no bound.
    /// Its `memory_limit` is no help: once reached with clients cut off it refused everybody for good, and could not write
    /// down what it keeps.
    package static let memory = 536_870_912
    /// Messages that wait for one client, connected or away.
    ///
    /// mosquitto has one number for all. It is the history service's: what a burst of phones has been told is there must
    /// not be dropped while the service reads, starts, or waits for a full disk.
    package static let queuedMessages = 1_000_000
    /// Bytes of messages that wait for one client: as many positions of 250 bytes as ``queuedMessages``.
    package static let queuedBytes = 268_435_456
    /// Bytes of messages that one client has got and not acknowledged; the others wait for it.
    package static let inflightBytes = 16_777_216
    /// Connections from other machines at once, of strangers, too.
    package static let connections = 1_000
    /// Days for which a session is kept while its client is away, whatever that asks for.
    package static let sessionDays = 60
    /// Bytes of the log, and as many of the one before it.
    package static let log = 5_242_880
    /// Seconds between two looks at its length.
    package static let logSeconds = 5
}
