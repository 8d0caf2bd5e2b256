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
  async run({ options: { bank, banks }, query }) {
    const names = Object.keys(banks)
    const others = await query<Removed>(removedOf("<>", "true"), [names])
    // Payments at other providers, and free orders, are stored with the default account.
    const atDefault = removedOf("=", "route = 'bank' and amount > 0")
    const removed = bank ? others : [...(await query<Removed>(atDefault, [names])), ...others]
    return removed.map(resultFor)
  },
}

function resultFor({ name, payments, cards }: Removed) {
  const isDefault = name === DEFAULT_ACCOUNT
  const fault = isDefault ? "the option bank is not set" : `the account ${name} is not in banks`
  return problem(
    `${fault}, but payments or saved cards belong to ${isDefault ? "the default account" : "it"} (payments: ${payments}, saved cards: ${cards})`,
    `${isDefault ? "Set bank" : `Add ${name} to banks`} again: without it, its payments are neither settled nor refunded, and its cards neither charged nor ended.`
  )
}

/** The default account, or all others, unless they are among `$1`, with their saved cards and the payments of a kind. */
const removedOf = (compared: "=" | "<>", payments: string) => `
  select bank_account as name, sum(payments)::int as payments, sum(cards)::int as cards
    from (select bank_account, count(*) as payments, 0 as cards from gw_payment
           where bank_account ${compared} '${DEFAULT_ACCOUNT}' and ${payments} group by bank_account
          union all
          select bank_account, 0, count(*) from gw_card_token
           where bank_account ${compared} '${DEFAULT_ACCOUNT}' and provider_id is null
           group by bank_account) as used
   where bank_account <> all($1)
   group by bank_account order by bank_account`
