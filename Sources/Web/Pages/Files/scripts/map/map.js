// A map: with tiles by Leaflet where the console has an address of tiles, otherwise a plain grid in metres.
import { h } from "../dom.js";
import { strings } from "../strings.js";
import { GridMap } from "./grid.js";

/// What a map shows, each part where there is any:
///   fixes: numbered positions, the first the newest; track: a way; ahead: the part of the way still to come;
///   cursor: where it was at a moment; owner: where the owner is, with a line to the newest position;
///   ownerTrack: the owner's way; believed: a position as it was stored;
///   frame: what is to be in sight, where that is not all of it; places: trusted places; draft: a place that is being drawn; rings: distances around the owner.
///
/// Calls `onpick` with a position that was clicked, and `oncorner` with the number of a corner of the draft and where it was
/// dragged to, or without a position when it was clicked.
export function makeMap(setup, { name, onpick, oncorner }) {
    const holder = h("div", { class: "map-holder" });
    const hasTiles = Boolean(setup.tiles);
    let map = null;
    let scene = {};
    let isFitted = false;
    let isGone = false;

    function use(made) {
        if (isGone) return made.dispose();
        map?.dispose();
        map = made;
        holder.prepend(map.element);
        map.draw(scene);
        if (isFitted) map.fit();
    }

    function useGrid(reason) {
        use(new GridMap({ label: strings.map.label(name), onpick, oncorner }));
        if (reason) holder.append(h("p", { class: "map-note" }, reason));
    }

    if (hasTiles && setup.leaflet) {
        import("./tiles.js").then(({ TileMap }) => TileMap.make({ label: strings.map.label(name), onpick, oncorner, setup }))
            .then(use, () => useGrid(strings.map.noLeaflet));
    } else {
        useGrid(hasTiles ? strings.map.noLeaflet : null);
    }

    return {
        element: holder,
        draw(next) {
            scene = next;
            map?.draw(scene);
        },
        /// Shows all of it.
        fit() {
            isFitted = true;
            map?.fit();
        },
        dispose() {
            isGone = true;
            map?.dispose();
        },
    };
}

/// Everything that should be in sight, with a radius in metres around it.
export function extent(scene) {
    if (scene.frame) return scene.frame.map((position) => ({ position, radius: 0 }));
    const points = [];
    const add = (position, radius = 0) => { if (position) points.push({ position, radius: Math.min(radius ?? 0, 500) }); };
    for (const fix of scene.fixes ?? []) add(fix, fix.acc);
    for (const fix of scene.track ?? []) add(fix);
    for (const fix of scene.ahead ?? []) add(fix);
    for (const place of scene.ownerTrack ?? []) add(place);
    add(scene.cursor, scene.cursor?.acc);
    add(scene.owner, scene.owner?.acc);
    if (scene.draft?.points) for (const corner of scene.draft.points) add(corner);
    else add(scene.draft, scene.draft?.radius_m);
    if (!points.length || scene.showsPlaces) {
        for (const place of scene.places ?? []) {
            if (place.points) for (const corner of place.points) add(corner);
            else add(place, place.radius_m);
        }
    }
    return points;
}
