import { sql } from "../../integration-tests/support/database"
import type { RunningWorld } from "../../integration-tests/support/start-world"
import type { Effort, Figure } from "../bench"
import { type Goods, goodsInStock } from "../checkout/goods"
import { prepare } from "./complete-at-once"
import { rushOfAgents } from "./sides"

/** Every agent must be answered within this many seconds. */
const LIMIT_SECONDS = 60

/**
 * More agents than units complete their checkouts at once, half of them on a second server. Measures by how many units
 * the sold and the reserved quantity differ from the stock, and how long the last agent waits for its answer.
 */
export async function sellOut(running: RunningWorld, token: string, effort: Effort): Promise<Figure[]> {
  const [agents, units] = effort.quick ? [60, 12] : [500, 100]
  const { goods, inventory_item_id } = await limitedGoods()
  const servers = [running.world.base_url, await running.startSecondStore()]
  const sides = servers.map((base_url) => rushOfAgents(token, goods, base_url))
  const ids = await Promise.all(sides.map((side) => prepare(side, agents / sides.length)))
  await leaveInStock(inventory_item_id, units)
  const begun = performance.now()
  const sold = await Promise.all(sides.flatMap((side, i) => (ids[i] ?? []).map((id) => side.complete(id))))
  const seconds = (performance.now() - begun) / 1000
  const orders = sold.filter(Boolean).length
  const [level] = await sql<{ n: number }>(MISRESERVED, [inventory_item_id])
  console.log(
    `  ${agents} agents, ${units} units, ${servers.length} servers: ${orders} sold in ${seconds.toFixed(1)} s`
  )
  return [
    { what: "missold", value: Math.abs(orders - units), unit: "units", limit: 0 },
    { what: "misreserved", value: level?.n ?? NaN, unit: "units", limit: 0 },
    { what: "last_answer", value: seconds, unit: "seconds", limit: LIMIT_SECONDS },
  ]
}

/** One unit of a product that no other measurement buys. */
async function limitedGoods(): Promise<{ goods: Goods; inventory_item_id: string }> {
  const { variants, shipping_option } = await goodsInStock()
  const limited = variants.slice(1)
  const [item] = await sql<{ id: string }>(
    "select inventory_item_id as id from product_variant_inventory_item where variant_id = $1",
    limited
  )
  if (!item) throw new Error(`variant ${limited.join()} has no inventory item`)
  return { goods: { variants: limited, shipping_option }, inventory_item_id: item.id }
}

/** By how many units the reserved quantity differs from the stock, or from the reservations. */
const MISRESERVED = `
  select greatest(
      abs(l.stocked_quantity - l.reserved_quantity),
      abs(l.reserved_quantity - (select coalesce(sum(r.quantity), 0) from reservation_item r
        where r.inventory_item_id = l.inventory_item_id and r.deleted_at is null)))::int as n
    from inventory_level l where l.inventory_item_id = $1 and l.deleted_at is null`

const LEAVE = `
  update inventory_level set stocked_quantity = reserved_quantity + $2::integer,
         raw_stocked_quantity = jsonb_build_object('value', (reserved_quantity + $2::integer)::text, 'precision', 20)
   where inventory_item_id = $1`

/** Leaves this many units of an item available. */
async function leaveInStock(inventory_item_id: string, units: number): Promise<void> {
  await sql(LEAVE, [inventory_item_id, units])
}
