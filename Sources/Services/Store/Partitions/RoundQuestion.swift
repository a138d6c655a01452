/// What a worker asks in each round of those partitions, as in `{1,2}`, that it holds.
enum RoundQuestion {
    /// The owners who are not subscribed yet, or of whom something waits: not before all of
    /// it is there that the partition has of whom they come from.
    static let waiting = """
        SELECT owner, partition FROM owners
        WHERE (subscribed = 0 OR former IS NOT NULL AND drained = 1)
            AND partition = ANY(CAST(CAST(?1 AS TEXT) AS BIGINT[]))
        UNION
        SELECT owner, partition FROM (SELECT DISTINCT owner FROM strays) AS strayed JOIN owners USING (owner)
        WHERE (former IS NULL OR drained = 1) AND partition = ANY(CAST(CAST(?1 AS TEXT) AS BIGINT[]))
        ORDER BY owner
        """

    static let departing = """
        SELECT owner, former FROM owners
        WHERE former IS NOT NULL AND drained = 0 AND subscribed = 1
            AND former = ANY(CAST(CAST(?1 AS TEXT) AS BIGINT[]))
        ORDER BY owner
        """

    /// Of some partitions, those that are not among the first ones, and have nothing any more that is for another.
    static let retired = """
        SELECT number FROM partitions
        WHERE number >= CAST(?2 AS BIGINT) AND number = ANY(CAST(CAST(?1 AS TEXT) AS BIGINT[]))
            AND NOT EXISTS (SELECT 1 FROM owners WHERE partition = number OR former = number AND drained = 0)
        """
}
