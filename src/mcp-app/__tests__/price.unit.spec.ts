import { expect, it } from "vitest"
import { priceText } from "../price"

it.each([
  [1999, "EUR", "en-US", "€19.99"],
  [1999, "EUR", "ro-RO", "19,99 EUR"],
  [1999, "JPY", "en-US", "¥1,999"],
  [1999, "KWD", "en-US", "KWD 1.999"],
  [1999, "ISK", "en-US", "ISK 1,999"],
  [-250, "RON", "ro-RO", "-2,50 RON"],
])("%i minor units of %s are written in %s as %s [MCP-62]", (amount, currency, locale, text) => {
  expect(priceText({ amount, currency }, locale).replaceAll("\u00a0", " ")).toBe(text)
})
