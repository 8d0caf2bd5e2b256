import type { Bank } from "./bank"
import type { Visit } from "./records"
import type { PageContent } from "./sca-page"

/** The content of the page for this session. */
export function pageContentOf(bank: Bank, visit: Visit): PageContent {
  const { csrf } = visit.session
  const { merchant_id, currency } = "token" in visit ? visit.token : visit.payment
  const merchantName = bank.merchants.get(merchant_id)?.name ?? merchant_id
  const shown = "token" in visit ? tokenContent(visit) : paymentContent(visit)
  return { merchantName, currency, csrf, ...shown }
}

function paymentContent({ payment, save_card }: Extract<Visit, { payment: unknown }>) {
  const { amount, description } = payment
  const saving = save_card && { usage: save_card.usage, terms: save_card.terms }
  return { amount, description, saving }
}

function tokenContent({ token }: Extract<Visit, { token: unknown }>) {
  const { usage, terms } = token
  return { amount: null, description: null, saving: { usage, terms } }
}
