/// The tables as the fourth version makes them, with something in each; never to be changed once it is released.
///
/// They are those of the third, and one more.
enum FourthVersion {
    static let script =
        ThirdVersion.script + """

            CREATE TABLE erased (erasure INTEGER PRIMARY KEY, asked_ms INTEGER NOT NULL) STRICT;
            INSERT INTO erased VALUES (3, 1735689600000);
            """
}
