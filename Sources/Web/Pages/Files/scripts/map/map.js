// A map: with tiles by Leaflet where the console has tiles or their address, otherwise a plain grid in metres.
import { h, setAttribute, setText } from "../dom.js";
import { button } from "../parts.js";
import { strings } from "../strings.js";
import { baseOf } from "./basemap.js";
import { GridMap } from "./grid.js";
import { PointLayer } from "./points.js";
import { soon, whenTilesCome } from "./tilewatch.js";

/// What a map shows, each part where there is any:
///   fixes: numbered positions, the first the newest; track: a way; ahead: the part of the way still to come;
///   cursor: where it was at a moment; owner: where the owner is, with a line to the newest position;
///   ownerTrack: the owner's way; believed: a position as it was stored;
///   areas: circles somewhere in which something is, told no more exactly;
///   frame: what is to be in sight, where that is not all of it; places: trusted places; draft: a place that is being drawn, a circle with `moves` by its middle;
///   rings: distances around the owner.
///
/// Calls `onpick` with a position that was clicked, and `oncorner` with the number of a corner of the draft and where it was
/// dragged to, or without a position when it was clicked.
///
/// A scene with `follows` is kept in sight as it changes, until somebody has moved the map; then a button takes it up again.
///
/// With `onpoint` it can have many points besides, and calls with the cluster of them that was clicked, and `onpick` elsewhere;
/// another `layer` answers itself what is where.
export function makeMap(setup, { name, onpick, oncorner, onpoint, layer = onpoint ? new PointLayer() : null }) {
    const note = h("p", { class: "map-note", role: "status" });
    const follow = button(strings.map.follow, { kind: "small map-follow", symbol: "locate", hidden: true, onclick: () => {
        fit();
        // The button is gone, and what had the focus with it.
        map.surface.focus({ preventScroll: true });
    } });
    const box = h("div", { class: "map-box" }, follow);
    const holder = h("div", { class: "map-holder" }, note, box);
    const options = { oncorner, onpick: layer ? pickPoint : onpick, onplaced: () => layer?.drawSoon(),
        onfit: fit, onmoved: () => heed(false),
        onresized: () => { if (isFollowing && isFitted && scene.follows) map?.fit(); } };
    let title = strings.map.label(name);
    let map = null;
    let scene = {};
    let isFitted = false;
    let isFollowing = true;
    let isGone = false;
    let stopAsking = () => {};

    function use(made, view) {
        if (isGone) return made.dispose();
        const hadFocus = map?.element.contains(document.activeElement);
        map?.dispose();
        map = made;
        label(map, title);
        box.prepend(map.element);
        layer?.attach(map);
        map.draw(scene);
        if (view && !isFollowing) map.look(view);
        else if (isFitted) map.fit();
        if (hadFocus) map.surface.focus({ preventScroll: true });
        return undefined;
    }

    function pickPoint(position, point) {
        const cluster = layer.at(point);
        if (cluster !== undefined) onpoint(cluster);
        else onpick?.(position);
    }

    function heed(follows) {
        isFollowing = follows;
        follow.hidden = isFollowing || !scene.follows;
    }

    function fit() {
        isFitted = true;
        heed(true);
        map?.fit();
    }

    async function useTiles(view) {
        const [{ TileMap }, base] = await Promise.all([import("./tiles.js"), baseOf(setup)]);
        const made = await TileMap.make({ ...options, base, ontiles: (come) => tell(made, come) });
        use(made, view);
    }

    /// What is drawn when the tiles come, in part, or not.
    function tell(tiles, come) {
        if (isGone || map !== tiles) return;
        setText(note, come === "all" ? "" : strings.map[come === "some" ? "someTiles" : "noTiles"](hostOf(setup.tiles ?? "")));
        if (come !== "none") return;
        let turn = 0;
        useGrid(tiles.view);
        stopAsking = whenTilesCome(() => tiles.probe(map.view, turn++), tiles.base.headers ?? null, () => {
            setText(note, "");
            useTiles(map.view);
        });
    }

    function useGrid(view) { use(new GridMap(options), view); }

    /// The grid, with a word, as long as the map cannot be loaded.
    async function beginWithTiles() {
        try {
            await useTiles(map?.view);
            setText(note, "");
        } catch ({ reason = "noBaseMap" }) {
            if (isGone) return;
            if (!map) useGrid();
            setText(note, strings.map[reason]);
            // What a browser lacks does not come by waiting.
            if (reason !== "noWebGL") stopAsking = soon(beginWithTiles);
        }
    }

    function useGridFor(reason) {
        useGrid();
        setText(note, reason);
    }

    if (!setup.tiles && !setup.map) useGrid();
    else if (!setup.leaflet) useGridFor(strings.map.noLeaflet);
    else if (setup.map === "vector" && !setup.maplibre) useGridFor(strings.map.noMapLibre);
    else beginWithTiles();

    return {
        element: holder,
        draw(next) {
            scene = next;
            heed(isFollowing);
            map?.draw(scene);
            if (scene.follows && isFollowing && isFitted && map && !map.isWellSeen) map.fit();
        },
        /// Draws these points, people, gateways and places in place of those of before (see `PointLayer`).
        drawPoints(all) { layer.set(all); },
        /// Shows some positions, as if somebody had moved the map there.
        show(positions) {
            heed(false);
            map?.fit(positions.map((position) => ({ position, radius: 0 })));
        },
        /// Says whose map it is from now on.
        rename(next) {
            title = strings.map.label(next);
            if (map) label(map, title);
        },
        /// Shows all of it, and follows it from now on.
        fit,
        dispose() {
            isGone = true;
            stopAsking();
            layer?.dispose();
            map?.dispose();
        },
    };
}

/// Says what a form of map is of: where it is moved, and where it is read as one picture.
function label(map, text) {
    setAttribute(map.surface, "aria-label", `${text}. ${strings.map.keyboard}`);
    if (map.svg) setAttribute(map.svg, "aria-label", text);
}

/// The host that the tiles come from.
function hostOf(tiles) { return /^https?:\/\/([^/]+)/.exec(tiles)?.[1].replace("{s}.", "") ?? location.host; }

/// Everything that should be in sight, with a radius in metres around it.
export function extent(scene) {
    if (scene.frame) return scene.frame.map((position) => ({ position, radius: 0 }));
    const points = [];
    const add = (position, radius = 0) => { if (position) points.push({ position, radius: Math.min(radius ?? 0, 500) }); };
    for (const area of scene.areas ?? []) points.push({ position: area, radius: area.radius_m });
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
