import { claimIn, imitates } from "./look-alikes"

/**
 * The scripts whose letters a name may have: those that Unicode recommends for identifiers (UAX #31, table 5), because
 * people can read and tell them apart. `Common` and `Inherited` are digits and marks of all scripts.
 */
const SCRIPTS = [
  "Common",
  "Inherited",
  "Arabic",
  "Armenian",
  "Bengali",
  "Bopomofo",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Hangul",
  "Han",
  "Hebrew",
  "Hiragana",
  "Kannada",
  "Katakana",
  "Khmer",
  "Lao",
  "Latin",
  "Malayalam",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
]

/** Scripts that share letter shapes with Latin. A word with letters of two of them imitates another word. */
const SHARING_SHAPES = ["Latin", "Cyrillic", "Greek", "Armenian"].map((one) => script(one))

function script(name: string): RegExp {
  return new RegExp(`\\p{Script=${name}}`, "u")
}

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u
/** A character other than letters, digits, punctuation, and the symbols of ASCII and of currencies: a badge, Braille. */
const SYMBOL = /[^\p{L}\p{M}\p{N}\p{P}\p{Sc}\x20-\x7e]/u
/** A letter or a mark of another script. */
const UNREADABLE = new RegExp(
  `(?=[\\p{L}\\p{M}])[^${SCRIPTS.map((one) => `\\p{Script=${one}}`).join("")}]`,
  "u"
)
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** More than three marks on one letter, a mark without a letter, or a mark that encloses its letter. */
const STACKED = /\p{M}{4}|(?<![\p{L}\p{M}\p{N}])\p{M}|\p{Me}/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The characters that a name may have, as UTF-16 code units. */
const NAME_LENGTH = 200

/**
 * The rules of a name, in the order in which they respond, each with the sentence for the client's developer. Anyone may
 * register, so each expression looks for one fault and needs a time that is proportional to the name's length.
 */
const RULES: readonly (readonly [(name: string) => boolean, string])[] = [
  [(name) => INVISIBLE.test(name), "must not contain control or invisible characters"],
  [
    (name) => SYMBOL.test(name) || UNREADABLE.test(name),
    "must contain only letters, digits, punctuation and spaces, without symbols and emoji",
  ],
  [(name) => !LETTER_OR_DIGIT.test(name), "must contain a letter or a digit"],
  [(name) => STACKED.test(name), "must not stack combining marks"],
  [(name) => wordsOf(name).some(mixesScripts), "must not mix letters of different scripts in a word"],
  [(name) => claimIn(name) !== undefined, "must not claim to be official, verified or the like"],
]

/**
 * The fault of a client's name that is too long, or that could deceive the person who reads it before consenting;
 * undefined for none.
 */
export function nameFault(name: string): string | undefined {
  if (name.length > NAME_LENGTH) return `must have at most ${NAME_LENGTH} characters`
  const text = name.normalize("NFC")
  return RULES.find(([isBroken]) => isBroken(text))?.[1]
}

/** Whether a client's name contains one of the store's own names, also written with look-alike letters or spaced out. */
export const namesTheStore = (name: string, own: readonly string[]): boolean =>
  own.some((one) => imitates(name, one))

const wordsOf = (name: string): readonly string[] => name.match(WORD) ?? []

const mixesScripts = (word: string) => SHARING_SHAPES.filter((one) => one.test(word)).length > 1
