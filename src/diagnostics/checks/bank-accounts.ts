import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import type { Check } from "../check"
import { problem } from "../check-result"

interface Removed {
  readonly name: string
  readonly payments: number
  readonly cards: number
}

/** Whether the options still have each account to which payments and saved cards belong. No result if they do. */
export const bankAccounts: Check = {
  name: "bank accounts",
  async run({ options: { banks }, query }) {
    const removed = await query<Removed>(REMOVED, [[DEFAULT_ACCOUNT, ...Object.keys(banks)]])
    return removed.map(({ name, payments, cards }) =>
      problem(
        `the account ${name} is not in banks, but payments or saved cards belong to it (payments: ${payments}, saved cards: ${cards})`,
        `Add ${name} to banks again: without it, its payments are neither settled nor refunded, and its cards neither charged nor ended.`
      )
    )
  },
}

const REMOVED = `
  select bank_account as name, sum(payments)::int as payments, sum(cards)::int as cards
    from (select bank_account, count(*) as payments, 0 as cards from gw_payment
           where bank_account <> '${DEFAULT_ACCOUNT}' group by bank_account
          union all
          select bank_account, 0, count(*) from gw_card_token group by bank_account) as used
   where bank_account <> all($1)
   group by bank_account order by bank_account`
