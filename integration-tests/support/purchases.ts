import { readFileSync } from "node:fs"
import { expect } from "vitest"
import { eventually } from "./agent"
import { ledgerOf, performEffects } from "./bank-ledger"
import { type CatalogReader, variant } from "./catalog"
import { sql } from "./database"
import { runJob } from "./jobs"
import { adminPost, capturesOf, orderNumber, timesPlaced } from "./merchant"
import { strayReservations } from "./ordered-once"
import { world } from "./world"

/** An attempt to pay a checkout, with the order that was placed for it. The amount is in minor units. */
export interface AttemptRow {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly cart_id: string
  readonly shop_order_id: number | null
  readonly redirect_url: string | null
}

/** All attempts to pay a checkout, oldest first. */
export const attemptsOf = (session_id: string) =>
  sql<AttemptRow>(
    `select id, status, amount::int, cart_id, shop_order_id, redirect_url
       from gw_payment where description = 'Checkout ' || $1 order by created_at`,
    [session_id]
  )

/**
 * All orders placed for a checkout, also canceled ones: each with its status and the number of items reserved
 * in the inventory.
 */
export const ordersOf = (session_id: string) =>
  sql<{ display_id: number; status: string; reserved: number }>(
    `select o.display_id, o.status, (
              select coalesce(sum(r.quantity), 0)::int from reservation_item r join order_item i on i.item_id = r.line_item_id
               where i.order_id = o.id and r.deleted_at is null) as reserved
       from "order" o where o.metadata -> 'gw_agent' ->> 'session_id' = $1 and o.deleted_at is null
      order by o.display_id`,
    [session_id]
  )

/**
 * Waits until no attempt of a checkout has pending work. If Medusa's compensation failed, the canceled order
 * stays with an attempt that counts as interrupted: this function ends that attempt at once and prints the
 * store's log.
 */
async function quiet(session_id: string): Promise<void> {
  const interrupted = await sql(
    `update gw_payment set created_at = created_at - interval '5 minutes'
      where description = 'Checkout ' || $1 and provisioned_at is null returning id`,
    [session_id]
  )
  if (interrupted.length > 0) {
    console.warn(`checkout ${session_id} was not canceled:\n${loggedProblems()}`)
    await runJob("end-interrupted")
  }
  for (const { id } of await attemptsOf(session_id)) await performEffects(id)
}

/** The store's last warnings and errors. */
function loggedProblems(): string {
  const lines = readFileSync(world().log_file, "utf8").split("\n")
  const problems = lines.filter((line) => /"level":"(warn|error)"/.test(line))
  return problems.slice(-20).join("\n")
}

/**
 * Expects that a checkout ended like an undisturbed one: one order, fully paid by one charge and announced
 * once, with `units` items reserved for it; other attempts have only canceled orders and no money.
 */
export async function expectBoughtOnce(session_id: string, order_id: string, units: number): Promise<void> {
  await quiet(session_id)
  const orders = await ordersOf(session_id)
  const others = orders.filter(({ display_id }) => String(display_id) !== order_id)
  expect(others.map(({ status, reserved }) => [status, reserved])).toEqual(others.map(() => ["canceled", 0]))
  expect(orders.filter(({ display_id }) => String(display_id) === order_id)).toEqual([
    { display_id: Number(order_id), status: "pending", reserved: units },
  ])
  const attempts = await attemptsOf(session_id)
  const paid = attempts.filter(({ status }) => status === "captured")
  expect(paid.map(({ shop_order_id }) => String(shop_order_id))).toEqual([order_id])
  const order = await orderNumber(Number(order_id))
  expect(order.payment_status).toBe("captured")
  expect(capturesOf(order)).toEqual([order.total])
  expect(order.summary).toMatchObject({ paid_total: order.total, pending_difference: 0 })
  expect(timesPlaced(order)).toBe(1)
  expect(paid.map(({ amount }) => amount)).toEqual([Math.round(order.total * 100)])
  expect(await netCapturedOf(session_id)).toBe(paid[0]?.amount)
  expect(await strayReservations()).toEqual([])
}

/** Expects that nothing was bought: only canceled orders, no reserved items, and no captured money. */
export async function expectNothingBought(session_id: string): Promise<void> {
  await quiet(session_id)
  const orders = await ordersOf(session_id)
  const attempts = JSON.stringify(await attemptsOf(session_id))
  expect(
    orders.map(({ status, reserved }) => [status, reserved]),
    attempts
  ).toEqual(orders.map(() => ["canceled", 0]))
  expect(await netCapturedOf(session_id)).toBe(0)
  expect(await strayReservations()).toEqual([])
}

/** The captured minus the refunded minor units of a checkout, from the bank's ledger. */
async function netCapturedOf(session_id: string): Promise<number> {
  let net = 0
  for (const { id } of await attemptsOf(session_id)) {
    const { amounts } = await ledgerOf(id).catch(() => ({ amounts: { captured: 0, refunded: 0 } }))
    net += amounts.captured - amounts.refunded
  }
  return net
}

/** Creates a variant at 20 euro with this many items in stock, and waits until the catalog has both; returns its id. */
export async function limited(catalog: CatalogReader, units: number, title = "Sextant"): Promise<string> {
  const [profile] = await sql<{ id: string }>("select id from shipping_profile where type = 'default'")
  const { medusa_id, variants } = await catalog.listed({
    title,
    shipping_profile_id: profile?.id,
    variants: [variant(20, 100, { manage_inventory: true })],
  })
  const id = String(variants[0]?.id)
  const [item] = await sql<{ item_id: string; location_id: string }>(
    `select i.inventory_item_id as item_id, (select id from stock_location limit 1) as location_id
       from product_variant_inventory_item i where i.variant_id = $1`,
    [id]
  )
  const level = { location_id: item?.location_id, stocked_quantity: units }
  const answer = await adminPost(`/admin/inventory-items/${item?.item_id}/location-levels`, level)
  expect([answer.status, await answer.json()]).toEqual([200, expect.anything()])
  const isOffered = async () => (await catalog.found(medusa_id))?.variants[0]?.availability.available
  if (units) await eventually(async () => (await isOffered()) || undefined)
  return id
}

/** Creates a variant at 20 euro that consists of two items of one inventory item and one of another; returns its id. */
export async function kit(catalog: CatalogReader, title: string): Promise<string> {
  const [ids] = await sql<{ profile_id: string; location_id: string }>(
    "select (select id from shipping_profile where type = 'default') as profile_id, (select id from stock_location limit 1) as location_id"
  )
  const stored = async (required_quantity: number) => {
    const location_levels = [{ location_id: ids?.location_id, stocked_quantity: 100 }]
    const answer = await adminPost("/admin/inventory-items", { title, location_levels })
    const { inventory_item } = (await answer.json()) as { inventory_item: { id: string } }
    return { inventory_item_id: inventory_item.id, required_quantity }
  }
  const inventory_items = [await stored(2), await stored(1)]
  const { variants } = await catalog.listed({
    title,
    shipping_profile_id: ids?.profile_id,
    variants: [variant(20, 100, { manage_inventory: true, inventory_items })],
  })
  return String(variants[0]?.id)
}

/** Creates a variant at 20 euro whose one unit has `required_quantity` units of another variant's inventory item. */
export async function sharing(
  catalog: CatalogReader,
  other: string,
  required_quantity: number
): Promise<string> {
  const [ids] = await sql<{ profile_id: string; inventory_item_id: string }>(
    `select (select id from shipping_profile where type = 'default') as profile_id, inventory_item_id
       from product_variant_inventory_item where variant_id = $1`,
    [other]
  )
  const inventory_items = [{ inventory_item_id: ids?.inventory_item_id, required_quantity }]
  const { variants } = await catalog.listed({
    title: `Set of ${required_quantity}`,
    shipping_profile_id: ids?.profile_id,
    variants: [variant(20, 100, { manage_inventory: true, inventory_items })],
  })
  return String(variants[0]?.id)
}

/** The newest attempt to pay a checkout, as soon as it has this status. */
export const attemptThatIs = (session_id: string, status: string) =>
  eventually(async () => {
    const newest = (await attemptsOf(session_id)).at(-1)
    return newest?.status === status ? newest : undefined
  })
