import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Spending, type Sum, hasDailyLimit, needsApproval, limitError } from "../../domain/spending"
import { NOTHING } from "./unpaid-orders"

/** A payment that a client wants to start. `client_id` is null for a storefront payment, which has no limits. */
export interface Spender extends Sum {
  readonly client_id?: string | null
  /** A payment that may be stored already, and does not count twice; absent before it has an id. */
  readonly id?: string
}

/** Applies the spending limits of clients to their payments. */
export class Spendings {
  constructor(private readonly knex: Knex) {}

  /** Throws `spending_limit` if the payment exceeds the limits now. The binding check is `takeBudget`. */
  async check(payment: Spender): Promise<void> {
    const spending = await rulesFor(this.knex, payment)
    if (spending) await assertWithinLimits(this.knex, spending, payment)
  }

  /** Whether the merchant must approve the payment before it starts. */
  async needsApproval(payment: Spender): Promise<boolean> {
    const spending = await rulesFor(this.knex, payment)
    return Boolean(spending && needsApproval(spending, payment))
  }
}

/**
 * Throws `spending_limit` if the payment exceeds the limits of its client. Locks the client until the
 * transaction ends, so store the payment in this transaction.
 */
export async function takeBudget(trx: Knex.Transaction, payment: Spender): Promise<void> {
  const spending = await rulesFor(trx, payment, "for no key update of c")
  if (spending) await assertWithinLimits(trx, spending, payment)
}

async function rulesFor(db: Knex, { client_id }: Spender, lock = ""): Promise<Spending | undefined> {
  if (!client_id) return undefined
  const { rows } = await db.raw<{ rows: { spending: Spending }[] }>(`${RULES} ${lock}`, [client_id])
  return rows[0]?.spending
}

/** The client's own rules; without any, the merchant's rules for such clients. Only the client's row is locked. */
const RULES = `
  select coalesce(c.spending, s.default_spending) as spending from gw_oauth_client c cross join gw_setting s
   where c.id = ? and coalesce(c.spending, s.default_spending) is not null`

async function assertWithinLimits(db: Knex, spending: Spending, payment: Spender): Promise<void> {
  const spent = hasDailyLimit(spending, payment) ? await spentToday(db, payment) : 0
  const error = limitError(spending, payment, spent)
  if (error) throw error
}

/**
 * Payments that ended without any money captured do not count, nor one of the storefront that has no order and is
 * refunded. Other refunded payments still count.
 */
async function spentToday(db: Knex, { client_id, currency, id = "" }: Spender): Promise<number> {
  const started = db("gw_payment")
    .where({ client_id, currency })
    .whereNot({ id })
    .whereNotIn("status", [...NOTHING])
    .whereRaw("(route <> 'storefront' or order_id is not null)")
  const [sum] = await started.whereRaw("created_at > now() - interval '24 hours'").sum({ spent: "amount" })
  return Number(sum?.spent ?? 0)
}
