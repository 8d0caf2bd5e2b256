/** A bare item (RFC 8941): a string or token as text, a boolean, a number, or bytes. */
export type BareValue = string | boolean | number | Buffer

/** An item or inner list with its parameters. */
export interface Item {
  /** Undefined for an inner list. */
  readonly value: BareValue | undefined
  /** The items of an inner list. */
  readonly items?: readonly Item[]
  readonly parameters: ReadonlyMap<string, BareValue>
  /** The canonical serialization (RFC 8941 section 4.1), without extra spaces and duplicate parameters. */
  readonly text: string
}

/** A bare item with its canonical serialization. */
interface Bare {
  readonly value: BareValue
  readonly text: string
}

const TRUE: Bare = { value: true, text: "?1" }

/** The grammar of a member, matched at the reader's position (RFC 8941 sections 3.1.2 to 3.3.6). */
const KEY = /[a-z*][a-z0-9_.*-]*/y
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const TOKEN = /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y
const BOOLEAN = /\?([01])/y
const NUMBER = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y
const BYTES = /:[A-Za-z0-9+/=]*:/y
const SPACE = / */y
const COMMA = /[ \t]*,[ \t]*/y

/**
 * Parses a dictionary header (RFC 8941 section 3.2) into its members by name; the last of duplicates counts.
 * Undefined if it is malformed: such a header is ignored as a whole (section 4.2).
 */
export function dictionaryIn(header: string): ReadonlyMap<string, Item> | undefined {
  const reader = new Reader(header.trim())
  try {
    return reader.dictionary()
  } catch (thrown) {
    if (thrown instanceof NotStructured) return undefined
    throw thrown
  }
}

class NotStructured extends Error {}

class Reader {
  private at = 0

  constructor(private readonly text: string) {}

  dictionary(): Map<string, Item> {
    const members = new Map<string, Item>()
    while (this.at < this.text.length) {
      if (members.size) this.need(COMMA)
      const [key] = this.need(KEY)
      members.set(key, this.takes("=") ? this.memberValue() : this.withParameters(TRUE))
    }
    return members
  }

  private memberValue(): Item {
    if (!this.takes("(")) return this.withParameters(this.bareItem())
    const items: Item[] = []
    for (this.take(SPACE); !this.takes(")");) {
      items.push(this.withParameters(this.bareItem()))
      if (this.text[this.at] !== ")") this.need(/ +/y)
    }
    const text = `(${items.map((item) => item.text).join(" ")})`
    return { ...this.withParameters({ value: undefined, text }), items }
  }

  private withParameters({ value, text }: Bare | { value: undefined; text: string }): Item {
    const parameters = new Map<string, Bare>()
    while (this.takes(";")) {
      this.take(SPACE)
      const [key] = this.need(KEY)
      parameters.set(key, this.takes("=") ? this.bareItem() : TRUE)
    }
    const all = [...parameters]
    const written = all.map(([key, bare]) => (bare.value === true ? `;${key}` : `;${key}=${bare.text}`))
    return {
      value,
      parameters: new Map(all.map(([key, bare]) => [key, bare.value])),
      text: text + written.join(""),
    }
  }

  private bareItem(): Bare {
    const string = this.take(STRING)
    if (string) return { value: String(string[1]).replace(/\\(.)/g, "$1"), text: string[0] }
    const boolean = this.take(BOOLEAN)
    if (boolean) return { value: boolean[1] === "1", text: boolean[0] }
    const token = this.take(TOKEN)
    if (token) return { value: token[0], text: token[0] }
    const number = this.take(NUMBER)
    if (number) return { value: Number(number[0]), text: numberText(number[0]) }
    const bytes = Buffer.from(this.need(BYTES)[0], "base64")
    return { value: bytes, text: `:${bytes.toString("base64")}:` }
  }

  private takes(character: string): boolean {
    if (this.text[this.at] !== character) return false
    this.at++
    return true
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  private need(pattern: RegExp): RegExpExecArray {
    const found = this.take(pattern)
    if (!found) throw new NotStructured()
    return found
  }
}

/** Without unnecessary zeros. A decimal keeps at least one digit after the point (RFC 8941 section 4.1.5). */
function numberText(written: string): string {
  const text = String(Number(written))
  return written.includes(".") && !text.includes(".") ? `${text}.0` : text
}
