import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ulidFrom } from "../../domain/ulid"
import type { Operation } from "../../modules/bank/models/operation"
import { recordedSum } from "./recorded-sum"

/** A capture or refund recorded in Medusa, and its payment. */
export type UnexecutedRecord = Pick<Operation, "kind" | "medusa_id" | "payment_id">

/**
 * Captures and refunds that Medusa has recorded but that the bank has not executed: the bank was never called, it refused,
 * its ledger does not contain them, or a refund failed after the bank had accepted it. Medusa removes such a record with
 * all of its effects, unless the store is killed before that. Excluded are records that mirror the bank, the automatic
 * capture of a sale, and records younger than `olderThanSeconds`, which may be in progress. Checks only the records that
 * were written or refused within the last day, and those of the given payments.
 */
export async function unexecutedRecords(
  container: MedusaContainer,
  olderThanSeconds: number,
  payment_ids: readonly string[]
): Promise<UnexecutedRecord[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const yesterday = ulidFrom(new Date(Date.now() - DAY_MS))
  const bindings = { olderThanSeconds, payment_ids: [...payment_ids] }
  const first = { capture: `capt_${yesterday}`, refund: `ref_${yesterday}` }
  const { rows } = await knex.raw<{ rows: UnexecutedRecord[] }>(UNEXECUTED, { ...bindings, ...first })
  return rows
}

const DAY_MS = 86_400_000

/**
 * The records to check, found through indexes: Medusa's ids begin with their creation time. `offset 0` makes PostgreSQL look
 * up each row by its key, instead of joining whole tables.
 */
const candidates = (kind: "capture" | "refund") => `
  select id from ${kind} where id > :${kind}
  union
  select medusa_id from gw_bank_operation
   where status = 'refused' and medusa_id is not null and kind = '${kind}' and updated_at > now() - interval '1 day'
  union
  select r.id from gw_payment p
    cross join lateral (
      select id from payment where payment_session_id = p.session_id and deleted_at is null offset 0) m
    cross join lateral (select id from ${kind} where payment_id = m.id and deleted_at is null offset 0) r
   where p.id = any(:payment_ids)`

/** Whether the bank accepted the refund `o` and later reported that it failed. */
const HAS_FAILED = `exists (
  select 1 from gw_effect f
   where f.payment_id = o.payment_id and f.effect = 'refund_failed'
     and f.movement ->> 'merchant_reference' = o.merchant_reference)`

const unexecuted = (kind: "capture" | "refund") => `
  select '${kind}' as kind, r.id as medusa_id, p.id as payment_id
    from (${candidates(kind)}) found
    cross join lateral (select * from ${kind} where id = found.id offset 0) r
    cross join lateral (select * from payment where id = r.payment_id offset 0) m
    cross join lateral (select * from gw_payment where session_id = m.payment_session_id offset 0) p
   where r.deleted_at is null and r.created_at < now() - make_interval(secs => :olderThanSeconds)
     and coalesce(r.created_by, '') not like 'gw\\_bank:%'
     and not exists (
       select 1 from gw_bank_operation o
        where o.medusa_id = r.id and o.status <> 'refused' and not ${HAS_FAILED})`

/** Operations that were started in Medusa, moved no money, and ended within the last day. */
const MOVED_NO_MONEY = `
  select * from gw_bank_operation
   where status = 'refused' and medusa_id is not null and updated_at > now() - interval '1 day'
  union
  select o.* from gw_effect f
    join gw_bank_operation o on o.merchant_reference = f.movement ->> 'merchant_reference'
   where f.effect = 'refund_failed' and f.created_at > now() - interval '1 day' and o.medusa_id is not null`

/**
 * Operations whose record Medusa has removed after the workflow of another capture or refund had counted it: the order
 * has an extra transaction, or the totals of the payment collection are wrong.
 */
const STILL_COUNTED = `
    select o.kind, o.medusa_id, o.payment_id
      from (${MOVED_NO_MONEY}) o
      join gw_payment p on p.id = o.payment_id and p.order_id is not null
      join payment m on m.payment_session_id = p.session_id and m.deleted_at is null
      join payment_collection c on c.id = m.payment_collection_id
     where o.updated_at < now() - make_interval(secs => :olderThanSeconds)
       and ((coalesce(c.captured_amount, 0), coalesce(c.refunded_amount, 0))
              is distinct from (${recordedSum("capture", "c.id")}, ${recordedSum("refund", "c.id")})
            or exists (select 1 from order_transaction t
                        where t.order_id = p.order_id and t.reference_id = o.medusa_id and t.deleted_at is null))`

const UNEXECUTED = `
  ${unexecuted("capture")} and p.intent = 'preauth' union all ${unexecuted("refund")} union ${STILL_COUNTED} limit 100`
