import { Markup } from "../markup"
import { type Color, contrast } from "./contrast"

/** The backgrounds of the pages in each theme. */
export const BACKGROUNDS = {
  light: { card: "#ffffff", back: "#f3f4f7" },
  dark: { card: "#1b1e25", back: "#111318" },
} as const

type Theme = keyof typeof BACKGROUNDS

/** What WCAG 2.2 AA requires for text, and for the outline of a control. */
const READABLE = 4.5
const VISIBLE = 3

const WHITE = "#ffffff"
const BLACK = "#000000"

/**
 * The colors that depend on the store's accent color in a theme. `key` is the background of the main button, `on_key` its
 * text and `key_line` its border; `link` is the color of links and of the focus. A color that would be illegible is
 * replaced by one of the page: text on `key` has a contrast of at least 4.5, and so has `link` on each background.
 */
export function accentColors(accent: Color, theme: Theme) {
  const { card, back } = BACKGROUNDS[theme]
  const isReadable = [card, back].every((background) => contrast(accent, background) >= READABLE)
  return {
    key: accent,
    // Of white and black, at least one has a contrast of 4.58 on any color.
    on_key: contrast(accent, WHITE) >= READABLE ? WHITE : BLACK,
    key_line: contrast(accent, card) >= VISIBLE ? accent : "var(--soft)",
    link: isReadable ? accent : "var(--ink)",
  }
}

function variablesOf(accent: Color, theme: Theme): string {
  const { key, on_key, key_line, link } = accentColors(accent, theme)
  return `:root { --key: ${key}; --on-key: ${on_key}; --key-line: ${key_line}; --link: ${link} }`
}

/** The style that gives a page the store's accent color in both themes; goes after the page's own style. */
export function accentStyle(accent: Color): Markup {
  const dark = `@media (prefers-color-scheme: dark) { ${variablesOf(accent, "dark")} }`
  return new Markup(`${variablesOf(accent, "light")}\n${dark}\n`)
}
