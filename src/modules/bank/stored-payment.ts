import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoredMovement, StoredOperation, StoredPayment } from "../../drivers/driver"
import { CONFIRMED } from "./models/operation"
import type { Payment } from "./models/payment"

interface Row {
  readonly bank_token_id: string | null
  readonly age: number
  readonly operations: StoredOperation[] | null
  readonly movements: StoredMovement[] | null
}

/**
 * What a driver gets with each call about a payment: the payment as stored at this moment, all operations that were
 * stored before their calls, and the captures and refunds that earlier snapshots reported. The age is by the database's
 * clock, because the clocks of servers differ.
 */
export async function storedPayment(knex: Knex, { id }: Payment): Promise<StoredPayment> {
  const { rows } = await knex.raw<{ rows: (Row & Payment)[] }>(STORED, [id])
  const [row] = rows
  if (!row) throw new Error(`no payment ${id}`)
  const { merchant_reference, bank_payment_id, intent, amount, currency, status, bank_token_id, age } = row
  return {
    merchant_reference,
    bank_payment_id,
    intent,
    amount: Number(amount),
    currency,
    status,
    bank_token_id,
    age,
    operations: row.operations ?? [],
    movements: row.movements ?? [],
  }
}

/* One statement, so that no operation is stored as executed between its parts. Effects that failed are not movements. */
const STORED = `
  select p.merchant_reference, p.bank_payment_id, p.intent, p.amount, p.currency, p.status,
         extract(epoch from now() - p.created_at)::float8 as age,
         (select c.bank_token_id from gw_card_token c where c.id = p.card_token_id) as bank_token_id,
         (select json_agg(json_build_object('kind', o.kind, 'merchant_reference', o.merchant_reference,
                                            'amount', o.amount, 'status',
                                            case o.error_code when '${CONFIRMED}' then 'done' else o.status end)
                          order by o.created_at, o.id)
            from gw_bank_operation o where o.payment_id = p.id) as operations,
         (select json_agg(json_build_object('kind', e.effect, 'id', e.movement ->> 'id',
                                            'amount', (e.movement ->> 'amount')::bigint,
                                            'merchant_reference', e.movement ->> 'merchant_reference')
                          order by e.id)
            from gw_effect e where e.payment_id = p.id and e.effect in ('capture', 'refund')) as movements
    from gw_payment p where p.id = ?`
