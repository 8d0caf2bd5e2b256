import { randomUUID } from "node:crypto"
import { sql } from "./database"
import { medusaPayment, type Ordered, totalOf } from "./storefront-orders"

/** An amount in minor units as Medusa stores it beside the number. */
const rawAmount = (minor: number) => ({ value: String(minor / 100), precision: 20 })

/** Divides the payment of an order into two of the same intent, also its capture. Returns their amounts, in minor units. */
export async function splitPayment(ordered: Ordered): Promise<[number, number]> {
  const total = totalOf(ordered)
  const left = Math.floor(total / 3)
  const half = (id: string, minor: number, other: object = {}) =>
    JSON.stringify({ id, amount: minor / 100, raw_amount: rawAmount(minor), ...other })
  const second = `pay_second_${randomUUID()}`
  const id = medusaPayment(ordered)
  await sql("insert into payment select (jsonb_populate_record(p, $2)).* from payment p where id = $1", [
    id,
    half(second, total - left, { payment_session_id: `payses_second_${randomUUID()}` }),
  ])
  await sql(
    "insert into capture select (jsonb_populate_record(c, $2)).* from capture c where payment_id = $1",
    [id, half(`capt_second_${randomUUID()}`, total - left, { payment_id: second })]
  )
  for (const table of ["payment", "capture"])
    await sql(
      `update ${table} set amount = $2, raw_amount = $3 where ${table === "payment" ? "id" : "payment_id"} = $1`,
      [id, left / 100, rawAmount(left)]
    )
  return [left, total - left]
}
