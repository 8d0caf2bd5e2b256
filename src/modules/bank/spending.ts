import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Spending, type Sum, countsTheDay, needsApproval, overspending } from "../../domain/spending"
import { NOTHING } from "./unpaid-orders"

/** A payment a client wants to begin; null for the storefront's own, which no rule is about. */
export interface Spender extends Sum {
  readonly client_id?: string | null
}

/** The merchant's rules for what each client may spend, over the payments there are. */
export class Spendings {
  constructor(private readonly knex: Knex) {}

  /** Throws `spending_limit` for a payment the rules refuse as things stand. `takeBudget` decides. */
  async check(payment: Spender): Promise<void> {
    const spending = await rulesFor(this.knex, payment)
    if (spending) await refuseOverspending(this.knex, spending, payment)
  }

  /** Whether the merchant has to approve a payment before it may begin. */
  async needsApproval(payment: Spender): Promise<boolean> {
    const spending = await rulesFor(this.knex, payment)
    return Boolean(spending && needsApproval(spending, payment))
  }
}

/**
 * Throws `spending_limit` for a payment the rules refuse. Until the transaction ends nobody else decides on a payment of
 * this client: write the payment down in it.
 */
export async function takeBudget(trx: Knex.Transaction, payment: Spender): Promise<void> {
  const spending = await rulesFor(trx, payment, "for no key update")
  if (spending) await refuseOverspending(trx, spending, payment)
}

async function rulesFor(db: Knex, { client_id }: Spender, lock = ""): Promise<Spending | undefined> {
  if (!client_id) return undefined
  const { rows } = await db.raw<{ rows: { spending: Spending }[] }>(`${RULES} ${lock}`, [client_id])
  return rows[0]?.spending
}

const RULES = "select spending from gw_oauth_client where id = ? and spending is not null"

async function refuseOverspending(db: Knex, spending: Spending, payment: Spender): Promise<void> {
  const spent = countsTheDay(spending, payment) ? await spentToday(db, payment) : 0
  const refusal = overspending(spending, payment, spent)
  if (refusal) throw refusal
}

/** What came to nothing gives its room back; what was refunded does not. */
async function spentToday(db: Knex, { client_id, currency }: Spender): Promise<number> {
  const begun = db("gw_payment")
    .where({ client_id, currency })
    .whereNotIn("status", [...NOTHING])
  const [sum] = await begun.whereRaw("created_at > now() - interval '24 hours'").sum({ spent: "amount" })
  return Number(sum?.spent ?? 0)
}
