import { element, paragraph, unseen } from "./element"
import type { Language } from "./languages"
import { picture } from "./picture"
import { priceText } from "./price"
import type { Content, Product } from "./result"
import type { View } from "./view"

/** The products of a search or lookup as cards. */
export function productsView(
  products: readonly Product[],
  { pagination }: Content,
  { texts, ...language }: Language
): View {
  const cards = products.map((product) => element("li", {}, ...cardOf(product, { texts, ...language })))
  const list = element("ul", { className: "cards" }, ...cards)
  const more = pagination?.has_next_page && paragraph("soft", texts.more_products)
  return {
    title: texts.products,
    status: products.length ? "" : texts.no_products,
    content: [...(products.length ? [list] : []), ...(more ? [more] : [])],
  }
}

/** One product with its description and options. */
export function productView(product: Product, language: Language): View {
  const { description, options = [] } = product
  const choices = options.map(({ name, values }) =>
    paragraph("soft", `${name}: ${values.map(({ label }) => label).join(", ")}`)
  )
  const text = description?.plain && paragraph("description", description.plain)
  const card = element(
    "div",
    { className: "card" },
    ...cardOf(product, language),
    text || undefined,
    ...choices
  )
  return { title: language.texts.product, status: "", content: [card] }
}

function cardOf(product: Product, language: Language): HTMLElement[] {
  const image = product.media?.find(({ type }) => type === "image")?.url
  const availability = availabilityOf(product)
  const stock = availability && language.texts.availability[availability]
  return [
    picture(image),
    element("h2", {}, product.title),
    ...pricesOf(product, language),
    ...(stock ? [paragraph(`stock ${availability}`, stock)] : []),
  ]
}

function pricesOf({ price_range, list_price_range }: Product, { locale, texts }: Language): HTMLElement[] {
  if (!price_range) return []
  const { min, max } = price_range
  const lowest = priceText(min, locale)
  const list = list_price_range && list_price_range.min.amount > min.amount && list_price_range.min
  const before = list ? [" ", unseen(`${texts.before} `), element("s", {}, priceText(list, locale))] : []
  const price = max.amount > min.amount ? texts.from(lowest) : lowest
  return [element("p", { className: "price" }, price, ...before)]
}

/** The best availability of the product's variants. */
function availabilityOf({ variants = [] }: Product): string | undefined {
  const statuses = variants.map(({ availability }) => availability?.status)
  return ["in_stock", "backorder", "out_of_stock"].find((status) => statuses.includes(status))
}
