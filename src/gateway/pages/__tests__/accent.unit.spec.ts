import { assert, constantFrom, integer, property } from "fast-check"
import { describe, expect, it } from "vitest"
import { accentColors, accentStyle, BACKGROUNDS } from "../accent"
import { contrast } from "../contrast"
import { layout } from "../layout"
import { markup } from "../../markup"

/** The text of the page in each theme. */
const INK = { light: "#16181d", dark: "#eceef2" } as const

describe("contrast", () => {
  it("is the ratio of WCAG 2.2, in either order", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
    expect(contrast("#ffffff", "#ffffff")).toBe(1)
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2)
    expect(contrast("#ffffff", "#777777")).toBeCloseTo(4.48, 2)
  })
})

describe("accentColors", () => {
  it("keep every text at a contrast of at least 4.5, whatever the accent color and theme [BANK-90]", () => {
    const colors = integer({ min: 0, max: 0xffffff }).map(
      (value) => `#${value.toString(16).padStart(6, "0")}`
    )
    assert(
      property(colors, constantFrom("light", "dark"), (accent, theme) => {
        const { key, on_key, link } = accentColors(accent, theme)
        const shown = link === "var(--ink)" ? INK[theme] : link
        expect(contrast(on_key, key)).toBeGreaterThanOrEqual(4.5)
        for (const background of Object.values(BACKGROUNDS[theme]))
          expect(contrast(shown, background)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000 }
    )
  })

  it("use the accent color for links and white for buttons where both are legible [BANK-90]", () => {
    expect(accentColors("#0f766e", "light")).toEqual({
      key: "#0f766e",
      on_key: "#ffffff",
      key_line: "#0f766e",
      link: "#0f766e",
    })
  })

  it("use the page's text color for links, and black text and a visible border for a pale button [BANK-90]", () => {
    expect(accentColors("#ffd400", "light")).toEqual({
      key: "#ffd400",
      on_key: "#000000",
      key_line: "var(--soft)",
      link: "var(--ink)",
    })
    expect(accentColors("#ffd400", "dark")).toMatchObject({ key_line: "#ffd400", link: "#ffd400" })
    expect(accentColors("#1a1a2e", "dark")).toMatchObject({ on_key: "#ffffff", link: "var(--ink)" })
  })
})

describe("layout", () => {
  const page = { lang: "en", title: "Paid", content: markup`<p>Thanks</p>` }
  const store = { name: "Lamps", logo_url: undefined, url: undefined }

  it("has the store's accent color in both themes, and otherwise its own [BANK-90]", () => {
    const { html } = accentStyle("#0f766e")
    expect(html.match(/--key: #0f766e/g)).toHaveLength(2)
    expect(layout({ ...page, store: { ...store, accent_color: "#0f766e" } })).toContain(html)
    expect(layout({ ...page, store })).not.toContain("#0f766e")
  })
})
