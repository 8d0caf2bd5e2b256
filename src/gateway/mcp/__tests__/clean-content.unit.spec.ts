import { describe, expect, it } from "vitest"
import { cleanContent } from "../clean-content"

describe("cleanContent", () => {
  it.each([
    ["<b>Bold</b> text", "Bold text"],
    ["<!-- note --><script src='x'>run()</script>", "run()"],
    ["sizes <5 and > 3, a < b", "sizes <5 and > 3, a < b"],
    ["<<i>script>", "script>"],
    ["<<<<b", "b"],
    ["a\u202eb\u200bc\u0007d\u{e0041}e", "abcde"],
    ["two\nlines\tand a tab", "two\nlines\tand a tab"],
    ["Țuică 🍐", "Țuică 🍐"],
    ["<p>One.</p><p>Two<br>three.</p>", "One. Two three."],
    ["a\u{e0100}\u{e01ef}b\ufe01c\u034fd\u3164e\uffa0f\u115fg", "abcdefg"],
    ["a\ufe0fb\u200dc\u200cd", "abcd"],
    ["a\u200d\u200c\u200d\u200cb", "ab"],
    [
      "\u2764\ufe0f \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
      "\u2764\ufe0f \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    ],
    [
      "\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937",
      "\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937",
    ],
  ])("turns %j into %j [MCP-09]", (text, cleaned) => {
    expect(cleanContent({ title: text })).toEqual({ title: cleaned })
  })

  it("changes only what it cleans, and never the given value [MCP-09]", () => {
    const given = JSON.parse(
      '{"__proto__":{"label":"<b>a"},"list":["b","<i>c",3,null],"plain":{"d":"e"}}'
    ) as {
      plain: object
    }
    const before = JSON.stringify(given)
    const now = cleanContent(given)
    expect(JSON.stringify(now)).toBe('{"__proto__":{"label":"a"},"list":["b","c",3,null],"plain":{"d":"e"}}')
    expect([JSON.stringify(given), now.plain]).toEqual([before, given.plain])
  })

  it.each(["title", "name", "label", "alt_text", "display_text"])(
    "shortens each %s to 200 characters [MCP-09]",
    (name) => {
      const text = cleanContent({ [name]: "x".repeat(201) })[name]
      expect(text).toBe(`${"x".repeat(199)}…`)
    }
  )

  it("shortens descriptions and titles at any depth, by whole characters, and no other texts [MCP-09]", () => {
    const long = "🍐".repeat(600)
    const { title, sku, description } = cleanContent({
      title: long,
      sku: long,
      description: { plain: long, title: long },
    })
    expect(sku).toBe(long)
    expect([...title]).toHaveLength(200)
    for (const text of Object.values(description)) expect([...text]).toHaveLength(500)
    expect(description.plain.endsWith("🍐…")).toBe(true)
  })

  it("keeps values that are not texts [MCP-09]", () => {
    const value = { a: 1, b: null, c: [true, { d: 0.5 }] }
    expect(cleanContent(value)).toEqual(value)
  })

  it("takes time in proportion to the text, also to one of nested tags [MCP-09]", () => {
    for (const tag of ["<a", "<p", "</p ", " <br", "<"]) {
      const text = `${tag.repeat(200_000)}${">".repeat(200_000)}`
      expect(cleanContent(text)).not.toMatch(/<[a-z]/)
    }
  })
})
