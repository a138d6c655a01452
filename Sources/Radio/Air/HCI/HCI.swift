/// The host controller interface of the Bluetooth Core Specification, volume 4: what host and controller say to
/// each other, as values.
///
/// Only the part that a host of Low Energy uses. Whatever comes in is answered: reading never traps, and what cannot
/// be read gives the ``HCI/Status`` that the controller has to answer with.
public enum HCI {}
