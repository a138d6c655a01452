import Messages

extension ItemStanding {
    /// The standing as it is told where only the area may be.
    public var byArea: ItemStanding {
        var standing = self
        standing.state = state?.byArea
        return standing
    }
}
