import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { RouteName } from "../../domain/payment-route"
import { nextCheckIn } from "../../domain/reconciliation"
import { endedUnpaid, isOpen } from "../../domain/settlement"

/** A row whose state is polled at the bank. */
interface Waiting {
  readonly id: string
  readonly status: string
  readonly created_at: Date
  readonly revoke_requested_at?: Date | null
  readonly review_reason?: string | null
  readonly refund_pending_amount?: number | string
  readonly route?: RouteName
}

/** A row with the seconds since it was created, by the database's clock. */
type WithAge<Row> = Row & { readonly age: number }

/** The poll interval for a pending refund. */
export const PENDING_REFUND_SECONDS = 30 * 60

/** The poll interval of a payment on the store's page whose provider has refused to end it for a week. */
const PAGE_SECONDS = 6 * 3600

/** The poll interval of a payment that is still open after a week. */
const OPEN_SECONDS = 24 * 3600

/** How long a payment is polled that was paid in the storefront and ended without money: longer than a direct debit takes. */
const DEFERRED_SECONDS = 30 * 24 * 3600

/** How long after its creation a payment is polled that ended without money: longer than a bank's page stays open. */
const LATE_PAYMENT_SECONDS = 2 * 3600

/** The poll interval after a bank call with an unknown outcome. */
const UNKNOWN_OUTCOME_SECONDS = 15

/**
 * Selects the rows whose poll is due and schedules their next poll in the same statement, so that only one
 * instance polls each. Leaves the rows of the accounts whose bank is `out` as they are. `ready` is a further SQL condition.
 */
export async function takeDuePolls<Row extends Waiting>(
  knex: Knex,
  table: "gw_payment" | "gw_card_token",
  limit: number,
  out: readonly string[],
  ready = "true"
): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: WithAge<Row>[] }>(
    `update ${table} set next_check_at = now() + interval '1 minute'
      where id in (
        select id from ${table} where next_check_at <= now() and bank_account <> all(?) and ${ready}
        order by next_check_at limit ? for update skip locked)
      returning *, extract(epoch from now() - created_at)::float8 as age`,
    [[...out], limit]
  )
  for (const row of rows) await schedule(knex, table, row)
  return rows
}

async function schedule(knex: Knex, table: string, { id, ...row }: WithAge<Waiting>): Promise<void> {
  // After a closed review the row is polled every minute until the bank answers, regardless of its age.
  if (row.status === "manual_review" && row.review_reason === null) return
  const isUnknown = row.status === "unknown" || row.status === "created" || row.revoke_requested_at
  const wait = isUnknown ? UNKNOWN_OUTCOME_SECONDS : (pauseOf(row) ?? lastPauseOf(row))
  const next_check_at = wait === null ? null : knex.raw("now() + make_interval(secs => ?)", [wait])
  await knex(table).where({ id }).whereNotNull("next_check_at").update({ next_check_at })
}

/**
 * The pause after a week of polls: a payment is polled as long as it is open, one on the store's page until its provider
 * has confirmed its end, and one of the storefront for a month. Null for a card, and for a payment that has ended.
 */
function lastPauseOf({ route, status, age }: Polled): number | null {
  if (route === "page") return PAGE_SECONDS
  const isFollowed = route === "storefront" && age < DEFERRED_SECONDS
  return (route && isOpen(status)) || isFollowed ? OPEN_SECONDS : null
}

type Polled = Pick<WithAge<Waiting>, "refund_pending_amount" | "age" | "status" | "route">

function pauseOf({ refund_pending_amount = 0, age, status, route }: Polled): number | null {
  if (Number(refund_pending_amount) > 0) return PENDING_REFUND_SECONDS
  const hasEnded = route === "bank" && endedUnpaid(status)
  return hasEnded && age > LATE_PAYMENT_SECONDS ? null : nextCheckIn(age)
}

/** The minimum pause between two bank queries about a row that unauthenticated requests can cause. */
const QUERY_PAUSE_SECONDS = 2

/**
 * Claims the next bank query about a row. False within the pause after the last one. One statement decides
 * among concurrent requests.
 */
export async function claimQuery(
  knex: Knex,
  table: "gw_payment" | "gw_card_token",
  id: string
): Promise<boolean> {
  const isPauseOver = "(queried_at is null or queried_at < now() - make_interval(secs => ?))"
  const row = knex(table).where({ id }).whereRaw(isPauseOver, [QUERY_PAUSE_SECONDS])
  return (await row.update({ queried_at: knex.fn.now() })) === 1
}
