import type { Check } from "../check"
import { minorOf } from "../money"

/** Amount, currency and intent are the same with the bank, with us, and on everything Medusa keeps of the payment. */
export const sameTerms: Check = {
  name: "same-terms",
  kind: "difference",
  find({ ours, bank, session, records }) {
    if (!ours) return []
    const told = (who: string, decimal: string, currency: string) => {
      const amount = minorOf(decimal, currency)
      const same = amount === ours.amount && currency.toUpperCase() === ours.currency
      return (
        !same && `${who} says ${decimal} ${currency}, we say ${ours.amount} minor units of ${ours.currency}`
      )
    }
    return [
      bank &&
        (bank.amount !== ours.amount || bank.currency !== ours.currency || bank.intent !== ours.intent) &&
        `the bank says ${bank.intent} of ${bank.amount} ${bank.currency}, we say ${ours.intent} of ${ours.amount} ${ours.currency}`,
      bank && ours.bank_payment_id !== bank.id && `is ${bank.id} at the bank, we say ${ours.bank_payment_id}`,
      session && told("Medusa's session", session.amount, session.currency_code),
      ...records.map((record) => told("Medusa's payment", record.amount, record.currency_code)),
      ...records.map(
        ({ collection }) =>
          collection && told("Medusa's collection", collection.amount, collection.currency_code)
      ),
    ]
  },
}
