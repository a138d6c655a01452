// Forms of words by numbers, as a language has them.

/// For a language: `form(count, { one: "item", other: "items" })` is the word for a number, and `plural` the number before it.
///
/// The names of forms are those of Intl.PluralRules: zero, one, two, few, many, other; one that is missing is as `other`.
export function plurals(language) {
    const rules = new Intl.PluralRules(language);
    const form = (count, forms) => forms[rules.select(count)] ?? forms.other;
    return { form, plural: (count, forms) => `${count} ${form(count, forms)}` };
}
