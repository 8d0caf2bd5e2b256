/** A value in a structured field, and its parameters. A list, a number or a byte sequence is read, and not kept. */
export interface Item {
  /** A string, token or boolean; undefined for what is none of these. */
  readonly value: string | boolean | undefined
  readonly parameters: ReadonlyMap<string, Item["value"]>
}

/** What a member may be, each matched where the reader stands (RFC 8941 sections 3.1.2 to 3.3.6). */
const KEY = /[a-z*][a-z0-9_.*-]*/y
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const TOKEN = /[A-Za-z*][\w!#$%&'*+.^`|~:/-]*/y
const BOOLEAN = /\?([01])/y
const NUMBER = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y
const BYTES = /:[A-Za-z0-9+/=]*:/y
const SPACE = / */y
const COMMA = /[ \t]*,[ \t]*/y

/**
 * Reads a header that is a dictionary (RFC 8941 section 3.2): its members by name, of several of one name the last.
 * Undefined when it is none: such a header is ignored as a whole (section 4.2).
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
      members.set(key, this.takes("=") ? this.memberValue() : this.withParameters(true))
    }
    return members
  }

  private memberValue(): Item {
    if (!this.takes("(")) return this.withParameters(this.bareItem())
    // Of an inner list only its end matters: nothing of what is read here is one.
    for (this.take(SPACE); !this.takes(")");) {
      this.withParameters(this.bareItem())
      if (this.text[this.at] !== ")") this.need(/ +/y)
    }
    return this.withParameters(undefined)
  }

  private withParameters(value: Item["value"]): Item {
    const parameters = new Map<string, Item["value"]>()
    while (this.takes(";")) {
      this.take(SPACE)
      const [key] = this.need(KEY)
      parameters.set(key, this.takes("=") ? this.bareItem() : true)
    }
    return { value, parameters }
  }

  private bareItem(): Item["value"] {
    const text = this.take(STRING)
    if (text) return text[1]?.replace(/\\(.)/g, "$1")
    const boolean = this.take(BOOLEAN)
    if (boolean) return boolean[1] === "1"
    const token = this.take(TOKEN)
    if (token) return token[0]
    if (!this.take(NUMBER)) this.need(BYTES)
    return undefined
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
