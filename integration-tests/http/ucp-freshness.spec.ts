import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"

let reader: CatalogReader

beforeAll(async () => {
  reader = await openCatalog()
})

afterAll(closeCatalog)

/** A bowl of the demo store, whose one stock level the store's admin changes. */
class Bowl {
  private constructor(
    readonly id: string,
    readonly product_id: string,
    private readonly level: string,
    readonly stocked: number,
    readonly reserved: number
  ) {}

  static async find(): Promise<Bowl> {
    const { products } = await reader.page("/catalog/search?q=BOWL-28")
    const [{ medusa_id, variants: [bowl] } = { medusa_id: "", variants: [] }] = products
    const { inventory_items: items } = await adminGet<{ inventory_items: InventoryItem[] }>(
      `/admin/inventory-items?sku=${bowl?.sku}`
    )
    const [{ id, location_levels: [level] } = { id: "", location_levels: [] }] = items
    if (!bowl || !level) throw new Error("there is no bowl in stock")
    const path = `/admin/inventory-items/${id}/location-levels/${level.location_id}`
    return new Bowl(bowl.id, medusa_id, path, level.stocked_quantity, level.reserved_quantity)
  }

  async stock(stocked_quantity: number): Promise<void> {
    expect((await adminPost(this.level, { stocked_quantity })).status).toBe(200)
  }

  /** Resolves when the catalog shows the bowl as available, or as not available. */
  async becomes(available: boolean): Promise<void> {
    await eventually(async () => {
      const shown = await reader.found(this.product_id)
      return shown?.variants[0]?.availability.available === available ? true : undefined
    })
  }
}

describe("the catalog, well before its periodic comparison,", () => {
  it("follows stock changes by event [CAT-05]", async () => {
    const bowl = await Bowl.find()
    try {
      await bowl.stock(bowl.reserved)
      await bowl.becomes(false)
    } finally {
      await bowl.stock(bowl.stocked)
    }
    await bowl.becomes(true)
  })

  it("follows the stock that an agent's purchase reserves by event [CAT-05]", async () => {
    const bowl = await Bowl.find()
    const buyer = await Buyer.forGuests()
    try {
      await bowl.stock(bowl.reserved)
      await bowl.becomes(false)
      await bowl.stock(bowl.reserved + 1)
      await bowl.becomes(true)
      // The next periodic comparison is due in three minutes.
      await sql("update gw_catalog_sweep set swept_at = now()")
      await buyer.buy([[bowl.id, 1]])
      await bowl.becomes(false)
    } finally {
      await bowl.stock(bowl.stocked)
    }
    await bowl.becomes(true)
  })

  it("does not read a product again after a sale that leaves units [CAT-05]", async () => {
    const bowl = await Bowl.find()
    const { medusa_id } = await reader.listed({ title: "Churn", variants: [variant(30)] })
    const buyer = await Buyer.forGuests()
    await recordMarks()
    try {
      await buyer.buy([[bowl.id, 1]])
      // The last event of the purchase precedes this one.
      await adminPost(`/admin/products/${medusa_id}`, { title: "Butter churn" })
      await eventually(async () =>
        (await reader.found(medusa_id))?.title === "Butter churn" ? true : undefined
      )
      const marked = await sql<{ product_id: string }>("select product_id from gw_test_marks")
      expect(marked.map(({ product_id }) => product_id)).toContain(medusa_id)
      expect(marked.map(({ product_id }) => product_id)).not.toContain(bowl.product_id)
    } finally {
      await sql("drop function gw_test_mark cascade")
      await sql("drop table gw_test_marks")
    }
  })

  it("reads a product again whose stock changes while it is being read [CAT-05]", async () => {
    const bowl = await Bowl.find()
    // As if a server had leased the product and paused.
    await sql(
      `insert into gw_catalog_stale (product_id, is_urgent, leased_until) values ($1, true, now() + interval '1 hour')
       on conflict (product_id) do update set leased_until = excluded.leased_until`,
      [bowl.product_id]
    )
    try {
      await bowl.stock(bowl.stocked + 1)
      await eventually(async () => {
        const [row] = await sql("select 1 from gw_catalog_stale where product_id = $1", [bowl.product_id])
        return row ? undefined : true
      })
    } finally {
      await sql("delete from gw_catalog_stale where product_id = $1", [bowl.product_id])
      await bowl.stock(bowl.stocked)
    }
  })

  it("follows changes of an option's title by event [CAT-05]", async () => {
    const { medusa_id } = await reader.listed({ title: "Barrel", variants: [variant(60)] })
    const path = `/admin/products/${medusa_id}`
    const { product } = await adminGet<{ product: { options: { id: string }[] } }>(`${path}?fields=*options`)
    const renamed = await adminPost(`/admin/product-options/${product.options[0]?.id}`, { title: "Volume" })
    expect(renamed.status).toBe(200)
    await eventually(async () =>
      JSON.stringify(await reader.found(medusa_id)).includes('"Volume"') ? true : undefined
    )
  })

  it("follows changes of prices and price lists by event [CAT-05]", async () => {
    const { medusa_id, variants } = await reader.listed({ title: "Weathervane", variants: [variant(20)] })
    const [{ id: variant_id } = { id: "" }] = variants
    const changed = await adminPost(`/admin/products/${medusa_id}/variants/${variant_id}`, {
      prices: [{ amount: 25, currency_code: "eur" }],
    })
    expect([changed.status, await changed.text()]).toEqual([200, expect.any(String)])
    const price = async () => (await reader.found(medusa_id))?.variants[0]?.price.amount
    await eventually(async () => ((await price()) === 2500 ? true : undefined))
    const list = await adminPost("/admin/price-lists", {
      title: "Sale",
      description: "Sale",
      type: "sale",
      status: "active",
      prices: [{ variant_id, amount: 18, currency_code: "eur" }],
    })
    expect(list.status).toBe(200)
    await eventually(async () => ((await price()) === 1800 ? true : undefined))
    expect((await reader.found(medusa_id))?.variants[0]).toMatchObject({
      list_price: { amount: 2500, currency: "EUR" },
    })
  })
})

describe("a change without an event", () => {
  it.each<[string, string]>([
    [
      "a title that another system changed",
      "update product set title = 'Renamed', updated_at = now() where id = $1",
    ],
    [
      "a product removed from its sales channel",
      "update product_sales_channel set deleted_at = now() where product_id = $1",
    ],
    ["a product that was deleted", "update product set deleted_at = now() where id = $1"],
    [
      "a product added to a category on the category's page",
      `insert into product_category_product (product_id, product_category_id)
       select $1, id from product_category where deleted_at is null and is_active limit 1`,
    ],
  ])("is found by the comparison: %s [CAT-05, CAT-06]", async (what, written) => {
    const { medusa_id } = await reader.listed({ title: `Hourglass of ${what}`, variants: [variant(12)] })
    await isNoticed(medusa_id, written)
  })

  it("is found by the comparison: stock that another system changed, also when it is back [CAT-05]", async () => {
    const [{ medusa_id } = { medusa_id: "" }] = (await reader.page("/catalog/search?q=BOWL-28")).products
    const levels = `update inventory_level set stocked_quantity = reserved_quantity + $2
      where inventory_item_id in (select i.inventory_item_id from product_variant_inventory_item i
        join product_variant v on v.id = i.variant_id where v.product_id = $1)`
    await isNoticed(medusa_id, levels, 0)
    expect((await reader.found(medusa_id))?.variants[0]?.availability).toEqual({
      available: false,
      status: "out_of_stock",
    })
    await isNoticed(medusa_id, levels, 200)
  })
})

it("a change while the surface was off is visible soon after it is switched on [CAT-05]", async () => {
  const { medusa_id } = await reader.listed({ title: "Sundial", variants: [variant(15)] })
  await switchSurfaces({ ucp_enabled: false })
  // The next periodic comparison is due in three minutes.
  await sql("update gw_catalog_sweep set swept_at = now()")
  await adminPost(`/admin/products/${medusa_id}`, { title: "Moondial" })
  await switchSurfaces({ ucp_enabled: true })
  await eventually(async () => ((await reader.found(medusa_id))?.title === "Moondial" ? true : undefined))
})

it("the comparison covers settings that affect every price, such as tax display [CAT-05]", async () => {
  const { medusa_id } = await reader.listed({ title: "Ledger", variants: [variant(8)] })
  const read_at = async () =>
    (
      await sql<{ at: string }>("select read_at::text as at from gw_catalog_product where product_id = $1", [
        medusa_id,
      ])
    )[0]?.at
  const compared = () => sql("update gw_catalog_sweep set swept_at = '-infinity'")
  await compared()
  await eventually(
    async () => (await sql("select 1 from gw_catalog_sweep where surroundings is not null"))[0]
  )
  // Read before the change is made, because the job may compare at any time.
  const before = await read_at()
  await sql(`insert into price_preference (id, attribute, value, is_tax_inclusive)
             values ('prpref_test', 'currency_code', 'xts', true)`)
  try {
    await compared()
    await eventually(async () => ((await read_at()) === before ? undefined : true))
  } finally {
    await sql("delete from price_preference where id = 'prpref_test'")
  }
})

/** Records which products are marked to be indexed again, in the table `gw_test_marks`. */
async function recordMarks(): Promise<void> {
  await sql("create table gw_test_marks (product_id text)")
  await sql(`create function gw_test_mark() returns trigger language plpgsql as $$ begin
               insert into gw_test_marks values (new.product_id); return new; end $$`)
  await sql(`create trigger gw_test_mark after insert or update on gw_catalog_stale
             for each row execute function gw_test_mark()`)
}

interface InventoryItem {
  readonly id: string
  readonly location_levels: readonly {
    readonly location_id: string
    readonly stocked_quantity: number
    readonly reserved_quantity: number
  }[]
}

/** Changes Medusa's tables directly and waits until the catalog shows another state of the product. */
async function isNoticed(id: string, written: string, ...more: number[]): Promise<void> {
  const before = await viewOf(id)
  await sql(written, [id, ...more])
  await sql("update gw_catalog_sweep set swept_at = '-infinity'")
  await eventually(async () => ((await viewOf(id)) === before ? undefined : true))
}

/** The catalog's full view of a product, or "nothing". */
async function viewOf(id: string): Promise<string> {
  return JSON.stringify((await reader.found(id)) ?? "nothing")
}
