import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import type { PaymentStatus } from "../../domain/settlement"
import { canceled } from "./canceled-orders"
import { NOTHING, REFUNDED_BY_STORE } from "./unpaid-orders"

/** A purchase that may equal an earlier one. */
export interface Purchase {
  readonly id?: string
  /** Equal for equal purchases (`domain/purchase-key.ts`); null for a payment that is never compared. */
  readonly purchase_key?: string | null
  /**
   * Which earlier purchase this one may repeat: the payment id that an earlier refusal named, which also allows all
   * before that one, or true when the merchant has approved this purchase. Otherwise none.
   */
  readonly may_repeat?: string | true | null
}

/** Finds purchases that a client makes twice within the merchant's window. */
export class Duplicates {
  constructor(private readonly knex: Knex) {}

  /** Throws `duplicate_purchase` for an unconfirmed repetition. The binding check is `refuseDuplicate`. */
  async check(purchase: Purchase): Promise<void> {
    await assertFirst(this.knex, purchase)
  }
}

/**
 * Throws `duplicate_purchase` if the client made an equal purchase within the merchant's window, by the database's
 * clock, that has not failed and was neither canceled nor refunded, unless this purchase may repeat it. Equal purchases
 * wait for each other until the transaction ends, so store the payment in this transaction.
 */
export async function refuseDuplicate(trx: Knex.Transaction, purchase: Purchase): Promise<void> {
  if (!purchase.purchase_key) return
  await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
    `gw_purchase ${purchase.purchase_key}`,
  ])
  await assertFirst(trx, purchase)
}

/** The earlier purchase, for the client that made it. */
interface Earlier {
  readonly payment_id: string
  readonly shop_order_id: number | null
  readonly status: PaymentStatus
}

async function assertFirst(db: Knex, { id = "", purchase_key, may_repeat }: Purchase): Promise<void> {
  if (!purchase_key || may_repeat === true) return
  const bindings = { id, purchase_key, may_repeat: may_repeat ?? null }
  const { rows } = await db.raw<{ rows: Earlier[] }>(EARLIER, bindings)
  const [earlier] = rows
  if (earlier) throw problem("duplicate_purchase", { ...earlier }, messageOf(earlier))
}

function messageOf({ payment_id, shop_order_id, status }: Earlier): string {
  const order = shop_order_id
    ? `order ${shop_order_id}`
    : `payment ${payment_id}, whose order is being placed`
  return `The same purchase was made moments ago: ${order}. Its payment has the status ${status}. Nothing was started.`
}

const ENDED = NOTHING.map((status) => `'${status}'`).join(", ")

const EARLIER = `
  select p.id as payment_id, p.shop_order_id, p.status
    from gw_payment p
   cross join gw_setting s
   where (s.duplicate_guard ->> 'enabled')::boolean
     and p.purchase_key = :purchase_key and p.id <> :id
     and p.created_at > now() - make_interval(secs => (s.duplicate_guard ->> 'window_seconds')::int)
     and p.status not in (${ENDED}) and not (${REFUNDED_BY_STORE})
     and not exists (select from "order" o where o.id = p.order_id and ${canceled("o")})
     and p.created_at > coalesce(
       (select c.created_at from gw_payment c where c.id = :may_repeat and c.purchase_key = :purchase_key), '-infinity')
   order by p.created_at desc, p.id desc limit 1`
