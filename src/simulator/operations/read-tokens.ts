import { referenceIn, tokenOf, type Call } from "./call"

/** `GET /tokens/{id}`: the snapshot of one of the caller's tokens. */
export function getToken(call: Call): object {
  return tokenOf(call).token
}

/**
 * `GET /tokens?merchant_reference=`: a list with one token or none. A card saved with a payment has the payment's
 * reference.
 */
export function findTokens(call: Call): object {
  const { bank, merchant } = call
  const id = bank.ledger.byReference(merchant.merchant_id, "token", referenceIn(call))
  const record = bank.ledger.tokens.get(id ?? "")
  return { data: record ? [record.token] : [] }
}
