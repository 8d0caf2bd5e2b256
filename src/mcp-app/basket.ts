import { element, paragraph } from "./element"
import type { Language } from "./languages"
import { picture } from "./picture"
import { priceText } from "./price"
import type { Basket, Line, Total } from "./result"

/** The lines and totals of a cart or checkout. */
export function basketContent(basket: Basket, language: Language): HTMLElement[] {
  const { line_items, currency } = basket
  if (!line_items.length) return [paragraph("soft", language.texts.empty)]
  const lines = line_items.map((line) => lineOf(line, currency, language))
  const totals = basket.totals.map((total) => totalOf(total, basket, language))
  return [element("ul", { className: "lines" }, ...lines), element("dl", { className: "totals" }, ...totals)]
}

function lineOf({ item, quantity, totals }: Line, currency: string, { locale }: Language): HTMLElement {
  const total = totals.find(({ type }) => type === "total")
  return element(
    "li",
    {},
    picture(item.image_url),
    element("span", { className: "name" }, `${quantity} × ${item.title}`),
    total && element("span", { className: "amount" }, priceText({ amount: total.amount, currency }, locale))
  )
}

function totalOf(total: Total, basket: Basket, { texts, locale }: Language): HTMLElement {
  const { type, amount, display_text = type } = total
  const detail = detailOf(total, basket)
  const name = texts.totals[type] ?? display_text
  return element(
    "div",
    { className: type === "total" ? "sum" : "" },
    element("dt", {}, detail ? `${name}: ${detail}` : name),
    element("dd", {}, priceText({ amount, currency: basket.currency }, locale))
  )
}

/** The shipping option, or the discounts by their code or title. */
function detailOf({ type, display_text }: Total, { discounts }: Basket): string | undefined {
  if (type === "fulfillment") return display_text
  if (type !== "discount" && type !== "items_discount") return undefined
  return discounts?.applied?.map(({ code, title }) => code ?? title).join(", ")
}
