/// What a broker of our own takes, and what it keeps; beyond, mosquitto drops messages of whatever quality without a word
/// to their sender.
package enum BrokerLimits {
    /// Bytes of a packet, from and to a client; it hangs up on one that sends more.
    package static let packet = 1_048_576
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
}
