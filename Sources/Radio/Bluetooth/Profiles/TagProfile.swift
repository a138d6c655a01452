public import Tracking

/// What the gateway knows of a model of tag: how to recognise it, and what to do with it once connected.
///
/// A file `devices/NAME.yaml`, which the simulator reads too; `docs/devices.md` describes it.
public struct TagProfile: Hashable, Sendable {
    /// The file's name without `.yaml`.
    public var name: Name
    /// What people call the model.
    public var model: String
    /// The signal at a metre and how it falls, where the tag itself says nothing.
    public var pathLoss: PathLoss
    /// From one advertisement to the next, where the profile tells it; nil for not known.
    public var advertiseEvery: Duration?
    /// Any of these recognises the tag; none for a profile that only the simulator uses.
    public var patterns: [TagPattern]
    public var controls: TagControls

    public init(
        name: Name,
        model: String,
        pathLoss: PathLoss = PathLoss(),
        advertiseEvery: Duration? = nil,
        patterns: [TagPattern] = [],
        controls: TagControls = TagControls()
    ) {
        (self.name, self.model, self.pathLoss) = (name, model, pathLoss)
        self.advertiseEvery = advertiseEvery
        (self.patterns, self.controls) = (patterns, controls)
    }
}
