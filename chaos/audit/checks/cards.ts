import type { Check } from "../check"

const OPEN = ["created", "unknown", "requires_action"]

/** A card is saved both at the bank and in the store, or in neither. */
export const cardsAgree: Check = {
  name: "cards-agree",
  kind: "difference",
  find: ({ cards, stray_tokens }) => [
    ...stray_tokens.map(({ id, status }) => `the bank keeps the card ${id} (${status}) we know nothing of`),
    ...cards.flatMap(({ id, status, bank_token_id, at_bank }) => {
      const [token] = at_bank
      return [
        token && token.status !== status && `card ${id} is ${token.status} at the bank and ${status} with us`,
        token &&
          token.id !== bank_token_id &&
          `card ${id} is ${token.id} at the bank, we say ${bank_token_id}`,
        !token && status === "active" && `card ${id} is active with us, and the bank keeps none`,
      ]
    }),
  ],
}

/** A card is kept once. */
export const cardsOnce: Check = {
  name: "cards-once",
  kind: "duplicate",
  find: ({ cards }) =>
    cards.map(({ id, at_bank }) => at_bank.length > 1 && `the bank keeps card ${id} ${at_bank.length} times`),
}

/** It is known of each card whether it is kept. */
export const cardsEnd: Check = {
  name: "cards-end",
  kind: "stuck",
  find: ({ cards }) =>
    cards.flatMap(({ id, status, review_reason, at_bank }) => [
      OPEN.includes(status) &&
        `card ${id} is still ${status}; the bank says ${at_bank[0]?.status ?? "nothing"}`,
      status === "manual_review" && `card ${id} waits for a person: ${review_reason}`,
    ]),
}
