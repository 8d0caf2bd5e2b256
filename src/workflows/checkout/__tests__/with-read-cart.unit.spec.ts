import { asValue } from "@medusajs/framework/awilix"
import { ContainerRegistrationKeys, createMedusaContainer } from "@medusajs/framework/utils"
import { describe, expect, it, vi } from "vitest"
import { fieldsOf, withReadCart } from "../with-read-cart"

const READ = ["id", "email", "total", "customer.*", "items.*", "items.tax_lines.*", "items.product.id"]
const CART = {
  id: "cart_1",
  email: "ana@buyers.example",
  total: 30,
  item_total: 30,
  customer_id: "cus_1",
  customer: { id: "cus_1" },
  items: [
    { id: "line_1", quantity: 2, tax_lines: [{ rate: 19 }], product_id: "prod_1", product: { id: "prod_1" } },
  ],
}

describe("fieldsOf", () => {
  it("keeps the wanted fields and the totals that Medusa adds", () => {
    expect(fieldsOf(CART, READ, ["id", "total"])).toEqual({ id: "cart_1", total: 30, item_total: 30 })
  })

  it("keeps with * the relations that totals are computed from, and the wanted relations", () => {
    expect(fieldsOf(CART, READ, ["items.*", "items.product.id"])).toEqual({
      item_total: 30,
      items: CART.items,
    })
  })

  it("keeps the id of a relation only with the relation", () => {
    const wanted = fieldsOf(CART, READ, ["id", "customer.*"])
    expect(wanted).toMatchObject({ customer_id: "cus_1", customer: { id: "cus_1" } })
    expect(fieldsOf(CART, READ, ["id"])).not.toHaveProperty("customer_id")
  })
})

describe("withReadCart", () => {
  const setUp = () => {
    const container = createMedusaContainer()
    const graph = vi.fn(async () => ({ data: [{ id: "read again" }] }))
    container.register(ContainerRegistrationKeys.QUERY, asValue({ graph }))
    const scope = withReadCart(container, { cart: CART, fields: READ })
    return { graph, query: scope.resolve(ContainerRegistrationKeys.QUERY) }
  }

  it("answers a read of the cart from memory", async () => {
    const { graph, query } = setUp()
    const { data } = await query.graph({ entity: "cart", fields: ["id"], filters: { id: "cart_1" } })
    expect(data).toEqual([{ id: "cart_1", item_total: 30 }])
    expect(graph).not.toHaveBeenCalled()
  })

  it.each([
    ["of another cart", { entity: "cart", fields: ["id"], filters: { id: "cart_2" } }],
    ["of another entity", { entity: "order", fields: ["id"], filters: { id: "cart_1" } }],
    [
      "of a field that was not read",
      { entity: "cart", fields: ["id", "metadata"], filters: { id: "cart_1" } },
    ],
    ["by another filter", { entity: "cart", fields: ["id"], filters: { id: "cart_1", region_id: "reg_1" } }],
  ])("does not answer a read %s", async (_, reading) => {
    const { graph, query } = setUp()
    expect((await query.graph(reading)).data).toEqual([{ id: "read again" }])
    expect(graph).toHaveBeenCalledOnce()
  })
})
