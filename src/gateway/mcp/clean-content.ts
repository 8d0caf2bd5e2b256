/** The most characters of texts that a merchant can write as long as they like, by the names of their members. */
const LONGEST: Readonly<Record<string, number>> = {
  description: 500,
  title: 200,
  name: 200,
  label: 200,
  alt_text: 200,
  display_text: 200,
}

/** Texts of printable ASCII characters and Latin letters, without a `<`: the following expressions would find nothing. */
const PLAIN = /^[\t\n\x20-;=-~\u00c0-\u024f]*$/

/** Tags of HTML that separate texts. */
const BLOCKS = /(?:<\/?(?:p|br|div|li|ul|ol|dl|dt|dd|tr|td|th|table|hr|h[1-6]|section|article)\b[^<>]*>)+/gi

/** Tags, comments and declarations of HTML. */
const MARKUP = /<[a-z/!?][^<>]*>/gi

/** The beginnings of tags that are left, as in `<<b>script>`. A `<` before a digit or a space stays: it compares sizes. */
const UNCLOSED = /(?<!<)<+(?=[a-z/!?])/gi

/**
 * Control characters other than tab and line feed, characters that change the direction of text, zero-width and blank
 * characters, variation selectors and the tag characters: a person does not see them, and a model reads them. The selector
 * of emojis stays after one.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|(?<!\p{Emoji})\ufe0f/gu

/** Emojis that are joined to others, and the letters of scripts that use joiners. */
const JOINED =
  "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f[[\\p{L}\\p{M}]--[\\p{scx=Latin}\\p{scx=Greek}\\p{scx=Cyrillic}]]]"

/** Joiners that join nothing. */
const JOINERS = new RegExp(`(?<!${JOINED})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINED})`, "gv")

/**
 * The content of a result without anything in its texts that a model could take for more than a text: no markup and no
 * invisible characters, and descriptions of at most 500, titles, names and labels of at most 200 characters. Names of
 * members, numbers and other values stay.
 */
export function cleanContent<Value>(value: Value): Value {
  return cleaned(value, undefined) as Value
}

/** `longest` is the limit of a text inside one of these members. What needs no change is not copied. */
function cleaned(value: unknown, longest: number | undefined): unknown {
  if (typeof value === "string") return cleanText(value, longest)
  if (typeof value !== "object" || value === null) return value
  return Array.isArray(value) ? cleanedItems(value, longest) : cleanedMembers(value, longest)
}

function cleanedItems(items: readonly unknown[], longest: number | undefined): readonly unknown[] {
  let copy: unknown[] | undefined
  for (const [index, item] of items.entries()) {
    const now = cleaned(item, longest)
    if (now !== item) (copy ??= items.slice())[index] = now
  }
  return copy ?? items
}

function cleanedMembers(members: object, longest: number | undefined): object {
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(members)) {
    const now = cleaned(member, longest ?? (Object.hasOwn(LONGEST, name) ? LONGEST[name] : undefined))
    // The copy has a member of this name already, so that also `__proto__` is only a member.
    if (now !== member) (copy ??= { ...members })[name] = now
  }
  return copy ?? members
}

function cleanText(text: string, longest: number | undefined): string {
  const visible = PLAIN.test(text) ? text : visibleIn(text)
  return longest === undefined ? visible : shortened(visible, longest)
}

/** Each step takes time in proportion to the text, whatever it contains. */
function visibleIn(text: string): string {
  const seen = text.replace(INVISIBLE, "").replace(JOINERS, "")
  return separated(seen).replace(MARKUP, "").replace(UNCLOSED, "")
}

function separated(text: string): string {
  const replaced = text.replace(BLOCKS, " ")
  return replaced === text ? text : replaced.trim()
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const characters = [...text]
  if (characters.length <= longest) return text
  return `${characters.slice(0, longest - 1).join("")}…`
}
