// A person, as far as one may see them.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { day } from "../format.js";
import { inbox } from "../inbox.js";
import { button, busy, confirm, empty, notice, toast, trouble } from "../parts.js";
import { entryList, face, peopleHead, placeOf, sectionChoice, sectionWords } from "../people/parts.js";
import { strings } from "../strings.js";
import { answerForm } from "./people.js";
import { grantEditor, targets } from "./settings/grants.js";

const words = strings.people;

export function show({ parameters: [account], go, retitle }) {
    const head = peopleHead(words.title, null);
    head.element.querySelector("h1").hidden = true;
    const box = h("div", { class: "stack" });
    const element = h("div", { class: "narrow stack" }, h("a", { class: "back", href: "/people" }, icon("back"), words.title), box);
    let isShown = true;

    async function draw() {
        let person;
        let parts;
        try {
            person = await api.person(account);
            parts = await about[person.standing](person, { draw, go });
        } catch (problem) {
            if (!isShown) return;
            fill(box, problem.status === 404 ? empty({ heading: "h1", symbol: "search", title: words.noSuch, text: words.noSuchText }) : trouble(problem));
            return;
        }
        if (!isShown) return;
        retitle(person.name);
        fill(box, h("header", { class: "person" }, face(person, { large: true }), h("div", {},
            h("h1", { dir: "auto" }, person.name), h("p", { class: "muted" }, placeOf(person)))), entryList(person.entries ?? []), parts);
    }

    const stop = inbox.watch((told) => { if (told?.account === account && !isChanged(box)) draw(); });
    draw();
    return {
        title: account, element,
        dispose() {
            isShown = false;
            head.stop();
            stop();
        },
    };
}

/// Whether something is ticked or chosen that is not saved.
function isChanged(box) {
    return [...box.querySelectorAll("input, select")].some((each) => (each.type === "checkbox" ? each.checked !== each.defaultChecked
        : each.tagName === "SELECT" && [...each.options].some((option) => option.selected !== option.defaultSelected)));
}

/// What there is to do with a person, by how one stands to them.
const about = {
    oneself: () => [notice(words.yourself, { action: h("a", { href: "/profile" }, words.toProfile) })],
    stranger: (person, context) => [askForm(person, context)],
    asked: (person, context) => {
        const withdraw = button(words.withdraw, { onclick: () => busy(withdraw, async () => {
            await api.withdraw(person.account);
            toast(words.withdrawn(person.name));
            await context.draw();
        }) });
        return [h("section", { class: "panel stack" }, h("p", { class: "badge" }, words.askedBadge),
            h("p", {}, words.askedText(day(person.request.asked), sectionWords(person.request.grants), sectionWords(person.request.wants))), h("div", { class: "buttons" }, withdraw))];
    },
    asking: (person, context) => [h("section", { class: "panel stack", "aria-labelledby": "asking" }, h("h2", { id: "asking" }, words.asking), answerForm(person, context.draw))],
    contact: async (person, context) => [levelForm(person, context), await thingsForm(person), removal(person, context)],
};

function askForm(person, { draw }) {
    const [grants, wants] = [sectionChoice(words.grant(person.name), [], "ask-grant"), sectionChoice(words.want(person.name), [], "ask-want")];
    const ask = button(words.ask, { kind: "primary", type: "submit" });
    return h("form", { class: "panel stack", novalidate: true, "data-form": "ask", onsubmit: (event) => {
        event.preventDefault();
        busy(ask, async () => {
            await api.askPerson(person.account, { grants: grants.read(), wants: wants.read() });
            toast(words.askedToast(person.name));
            await draw();
        });
    } }, h("h2", {}, words.askTitle), h("p", { class: "muted" }, words.askText), grants.element, wants.element, h("div", { class: "buttons" }, ask));
}

function levelForm(person, { draw }) {
    const level = sectionChoice(words.grant(person.name), person.level, "level");
    const save = button(strings.save, { kind: "primary", type: "submit" });
    return h("form", { class: "panel stack", novalidate: true, "data-form": "level", onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            await api.setLevel(person.account, level.read());
            toast(words.levelSaved(person.name));
            await draw();
        });
    } }, h("h2", {}, words.levelTitle), h("p", { class: "muted" }, words.levelText(day(person.since))), level.element, h("div", { class: "buttons" }, save));
}

/// What one shares with a contact; nothing where one has nothing to share.
async function thingsForm(person) {
    const [things, items] = await Promise.all([api.thingsFor(person.account), api.items()]);
    const own = items.filter((each) => each.may?.includes("share"));
    if (!own.length && !things.length) return null;
    const editor = grantEditor(things, targets(own, []));
    const error = h("p", { class: "error", role: "alert" });
    const save = button(strings.save, { kind: "primary", type: "submit" });
    return h("form", { class: "panel stack", novalidate: true, "data-form": "things", onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            fill(error);
            await api.setThingsFor(person.account, editor.read());
            toast(words.thingsSaved(person.name));
        }, { complain: (problem) => fill(error, problem.fields?.["/things"] ?? problem.message) });
    } }, h("h2", {}, words.thingsTitle), h("p", { class: "muted" }, words.thingsText(person.name)), editor.element, error, h("div", { class: "buttons" }, save));
}

function removal(person, { go }) {
    const remove = button(words.remove, { kind: "danger", symbol: "bin", onclick: () => busy(remove, async () => {
        if (!(await confirm({ title: words.removeTitle(person.name), text: words.removeText(person.name), action: words.remove }))) return;
        await api.removePerson(person.account);
        toast(words.removed(person.name));
        await go("/people");
    }) });
    return h("div", { class: "buttons" }, remove);
}
