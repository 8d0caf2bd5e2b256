import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cleanContent } from "../../../../gateway/mcp/clean-content"
import { official, productsPage } from "../../catalog/catalog-responses"
import { shortPage, withShortProduct, withShortProducts } from "../short-products"

const many = (length: number) => Array.from({ length }, (_, index) => ({ index }))

const product = (variants: number, values: number) => ({
  title: "Quadrant",
  variants: many(variants).map(() => ({ availability: { available: true } })),
  media: many(2),
  options: [{ name: "Size", values: many(values) }],
})

const LEFT_OUT = [{ type: "info", code: "variants_left_out" }]

describe("a product alone", () => {
  it("stays as it is up to the limits, without a message", () => {
    const whole = { product: product(100, 100), messages: [{ code: "other" }] }
    expect(withShortProduct(whole)).toEqual(whole)
  })

  it("keeps its first variant, which was asked for, also if it is sold out [MCP-09]", () => {
    const [asked, ...others] = product(101, 1).variants
    const variants = [{ ...asked, availability: { available: false } }, ...others]
    const shown = withShortProduct({ product: { ...product(1, 1), variants } })
    expect(shown.product.variants[0]).toEqual(variants[0])
  })

  it("has at most 100 tags and categories [MCP-09]", () => {
    const whole = { ...product(1, 1), tags: many(101).map(String), categories: many(101) }
    const { tags, categories } = withShortProduct({ product: whole }).product
    expect([tags.length, categories.length]).toEqual([100, 100])
  })

  it.each([
    ["variants", 101, 2],
    ["values of an option", 2, 101],
  ])("has at most 100 %s, and a message says that others exist [MCP-09]", (_, variants, values) => {
    const shown = withShortProduct<{ product: ReturnType<typeof product>; messages?: object[] }>({
      product: product(variants, values),
    })
    expect(shown.product.variants).toHaveLength(Math.min(variants, 100))
    expect(shown.product.options[0]?.values).toHaveLength(Math.min(values, 100))
    expect(shown.messages).toMatchObject(LEFT_OUT)
  })
})

describe("a product in a list", () => {
  it("stays as it is up to the limits, without a message", () => {
    const whole = { products: [product(20, 20)] }
    expect(withShortProducts(whole)).toEqual(whole)
  })

  it.each([
    [20, 6, 5],
    [20, 5, 5],
    [10, 21, 10],
    [101, 2, 1],
    [4, 30, 20],
  ])(
    "has a share of 100 variants: of %i products with %i variants each, %i [MCP-09]",
    (many_products, of_each, shown) => {
      const products = Array.from({ length: many_products }, () => product(of_each, 1))
      const short = withShortProducts<{ products: typeof products; messages?: object[] }>({ products })
      expect(new Set(short.products.map(({ variants }) => variants.length))).toEqual(new Set([shown]))
      expect(short.messages).toEqual(shown < of_each ? [expect.objectContaining(LEFT_OUT[0])] : undefined)
    }
  )

  it("keeps the messages of the operation before its own", () => {
    const { messages } = withShortProducts({ products: [product(1, 21)], messages: [{ code: "not_found" }] })
    expect(messages).toMatchObject([{ code: "not_found" }, ...LEFT_OUT])
  })
})

describe("a page of products", () => {
  const listed = fc.record({
    title: fc.constantFrom("Quadrant", "<b>Quadrant</b>\u200b", "Q".repeat(300)),
    variants: fc.integer({ min: 0, max: 30 }),
    values: fc.integer({ min: 0, max: 30 }),
  })

  it("has the same content as the list that is made of it, each time [MCP-09]", () => {
    fc.assert(
      fc.property(fc.array(listed, { maxLength: 12 }), fc.boolean(), (all, has_more) => {
        const products = all.map(({ title, variants, values }, number) => ({
          number,
          product_id: `prod_${number}`,
          tax_included: true,
          document: JSON.stringify({ ...product(variants, values), title }),
        }))
        const ucp = { version: "2026-08-25", status: "success", capabilities: {} } as const
        const page = productsPage({ ucp, products, next_cursor: has_more ? "next" : null }, official)
        const expected: unknown = cleanContent(withShortProducts(JSON.parse(String(page.body)) as object))
        for (const _ of [1, 2]) {
          const { json, quoted } = shortPage(page)
          expect(JSON.parse(json)).toEqual(expected)
          expect(JSON.parse(`"${quoted}"`)).toBe(json)
        }
      })
    )
  })
})
