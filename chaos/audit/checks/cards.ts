import type { Check } from "../check"

const OPEN = ["created", "unknown", "requires_action"]

/** A card is saved both at the bank and in the store, or in neither. */
export const cardsAgree: Check = {
  name: "cards-agree",
  kind: "difference",
  find: ({ cards, stray_tokens }) => [
    ...stray_tokens.map(
      ({ id, status, is_unreported }) =>
        !is_unreported && `card ${id} (${status}) is saved at the bank, and the store does not know it`
    ),
    ...cards.flatMap(({ id, status, bank_token_id, at_bank }) => {
      const [token] = at_bank
      if (token?.is_unreported && status !== "active") return []
      return [
        token &&
          token.status !== status &&
          `card ${id} is ${token.status} at the bank and ${status} in the store`,
        token &&
          token.id !== bank_token_id &&
          `card ${id} has the id ${token.id} at the bank, and ${bank_token_id} in the store`,
        !token && status === "active" && `card ${id} is active in the store, and the bank has not saved it`,
      ]
    }),
  ],
}

/** A card is saved once. */
export const cardsOnce: Check = {
  name: "cards-once",
  kind: "duplicate",
  find: ({ cards }) =>
    cards.map(
      ({ id, at_bank }) => at_bank.length > 1 && `card ${id} is saved ${at_bank.length} times at the bank`
    ),
}

/** Each card has a final status: saved or not. */
export const cardsEnd: Check = {
  name: "cards-end",
  kind: "stuck",
  find: ({ cards }) =>
    cards.flatMap(({ id, status, review_reason, at_bank }) => [
      OPEN.includes(status) &&
        `card ${id} is still ${status} in the store; at the bank it is ${at_bank[0]?.status ?? "unknown"}`,
      status === "manual_review" && `card ${id} needs a manual review: ${review_reason}`,
    ]),
}
