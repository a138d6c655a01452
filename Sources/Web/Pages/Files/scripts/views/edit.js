// Changes an item: name, distances, reports and quiet hours with one Save; photo and places by themselves; and deletes it.
import { api } from "../api.js";
import { calibrationPanel } from "../calibration.js";
import { h, icon, show as fill } from "../dom.js";
import { editForms } from "../editforms.js";
import { items } from "../items.js";
import { button, busy, confirm, empty, gone, toast, trouble } from "../parts.js";
import { photoPicker } from "../photopicker.js";
import { placeEditor } from "../places.js";
import { preference } from "../preferences.js";
import { isControllable, may, rightsKey } from "../rights.js";
import { saveBar } from "../savebar.js";
import { strings } from "../strings.js";
import { lengthText } from "../validate.js";

const words = strings.edit;

export function show({ parameters: [owner, tracker], setup, go, redo, retitle }) {
    const id = `${owner}/${tracker}`;
    const body = h("div", { class: "stack" }, h("p", { class: "muted" }, strings.loading));
    const title = h("h1", {}, words.title(items.all.get(id)?.item ?? tracker));
    const backText = h("span", {}, items.all.get(id)?.item ?? tracker);
    const element = h("div", { class: "narrow wide" },
        h("a", { class: "back", href: `/items/${id}` }, icon("back"), backText),
        h("div", { class: "page-head" }, title), body);
    const parts = [];
    /// What one may do with it, as the page is made for; null before that is known.
    let rights = null;
    let name = items.all.get(id)?.item;
    let hasChanges = () => false;
    let rename = () => {};
    let renewDistances = () => {};

    async function load() {
        const details = await items.ask(api.item(id));
        rights = rightsKey(details);
        if (!may(details, "change")) {
            retitle(words.title(details.item));
            return fill(element, closed(id, details));
        }
        const [rules, gateways] = await Promise.all([api.rules(id), isControllable(details) ? api.calibrating(id).catch(() => []) : []]);
        const places = placeEditor({ id, item: details, rules, setup });
        const forms = editForms(id, details, rules);
        const calibration = gateways.length ? calibrationPanel({ id, item: details, gateways }) : null;
        const bar = saveBar(Object.values(forms));
        const photo = photoForm(id, details);
        const leaveFor = async (path) => {
            end();
            // The way back does not lead to what is no more.
            await go(path, { replace: true });
            items.drop(id);
        };
        const removing = removal(id, details, isControllable(details) ? deletion : deletionOfReporter, () => leaveFor("/"));
        const takingOff = removal(id, details, takeOff, () => leaveFor("/add/mqtt"));
        parts.push(places, bar, ...(calibration ? [calibration] : []));
        forms.distances.onStandard((distances) => bar.renew(forms.distances, distances));
        fill(body, forms.name.element, photo.element, forms.distances.element, calibration?.element, forms.reports?.element,
            forms.quiet.element, places.element, may(details, "delete") && !isControllable(details) ? takingOff.element : null, may(details, "delete") ? removing.element : null);
        calibration?.resume();
        hasChanges = () => bar.hasChanges() || places.hasChanges();
        // Wherever it was renamed: it has one name on the page.
        rename = (item) => {
            name = item.item;
            retitle(words.title(name));
            title.textContent = words.title(name);
            backText.textContent = name;
            photo.rename(item);
            removing.rename(name);
            takingOff.rename(name);
            places.rename(name);
            bar.renew(forms.name, JSON.stringify([name]));
        };
        const units = preference("units");
        let known = distancesOf(details, units);
        // Changed elsewhere: what is saved here next does not take that back.
        renewDistances = (item) => {
            if (distancesOf(item, units) === known) return;
            known = distancesOf(item, units);
            bar.renew(forms.distances, known);
        };
        return rename(items.all.get(id) ?? details);
    }

    /// From now on nothing of the page is to be saved.
    function end() {
        stop();
        hasChanges = () => false;
        document.documentElement.classList.remove("has-save-bar");
    }

    function leave() {
        end();
        retitle(strings.gone.title(name));
        fill(element, gone(name));
    }

    const stop = items.onChange((ids) => {
        const item = items.all.get(id);
        // What is typed stays as long as it may be saved.
        if (item && rights !== null && rightsKey(item) !== rights && !(hasChanges() && may(item, "change"))) redo();
        else if (!item && ids === null && rights !== null && items.isFresh) leave();
        else if (item) {
            if (item.item !== name) rename(item);
            renewDistances(item);
        }
    });
    load().catch((problem) => (problem.status === 404 ? leave() : fill(body, trouble(problem))));
    return {
        title: words.title(items.all.get(id)?.item ?? tracker), element,
        hasChanges: () => hasChanges(),
        dispose() {
            stop();
            for (const part of parts) part.dispose();
        },
    };
}

/// The distances of an item, as its form reads them.
function distancesOf({ thresholds }, units) { return JSON.stringify([thresholds.warning_m, thresholds.critical_m].map((each) => lengthText(each, units))); }

/// For who may only look.
function closed(id, item) {
    return empty({ heading: "h1", symbol: "pen", title: words.closed(item.item), text: words.closedText(item.owner),
        action: h("a", { class: "button", href: `/items/${id}` }, h("span", {}, words.closedLink(item.item))) });
}

function photoForm(id, item) {
    const picker = photoPicker(item, {
        canRemove: () => Boolean(items.all.get(id)?.photo),
        async onchoose(blob) {
            if (blob) {
                items.change(id, { photo: await api.putPhoto(id, blob) });
                return toast(words.photoSaved);
            }
            await api.deletePhoto(id);
            items.change(id, { photo: undefined });
            picker.clear();
            toast(words.photoRemoved);
        },
    });
    return { element: h("section", { class: "panel", "data-form": "photo" }, picker.element), rename: (next) => picker.redraw(next) };
}

const deletion = { title: words.remove, hint: words.removeHint, button: words.removeOf, ask: words.removeTitle,
    text: words.removeText, confirm: words.removeConfirm, done: words.removed, act: (id) => api.remove(id), symbol: "bin" };
const deletionOfReporter = { ...deletion, hint: words.removeReporterHint, text: words.removeReporterText };
const takeOff = { title: words.takeOff, hint: words.takeOffHint, button: words.takeOffOf, ask: words.takeOffTitle,
    text: words.takeOffText, confirm: words.takeOffConfirm, done: words.takenOff, act: (id) => api.takeOff(id), symbol: "minus" };

/// A way to be rid of an item: what it is called, and what it does.
function removal(id, item, way, ended) {
    const remove = button(way.button(item.item), { kind: "danger", symbol: way.symbol, onclick: async () => {
        const name = items.all.get(id)?.item ?? item.item;
        if (!(await confirm({ title: way.ask(name), text: way.text, action: way.confirm }))) return;
        await busy(remove, async () => {
            await way.act(id);
            toast(way.done(name));
            await ended();
        });
    } });
    return {
        element: h("section", { class: "panel stack" }, h("div", {}, h("h2", {}, way.title), h("p", { class: "muted small" }, way.hint)), h("div", { class: "buttons" }, remove)),
        rename: (name) => { remove.lastChild.textContent = way.button(name); },
    };
}
