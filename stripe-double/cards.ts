/** What the issuer answers to a card: Stripe's own test numbers. A direct debit is deferred: its bank answers days later. */
export type Verdict = "approve" | "decline" | "authenticate" | "defer"

const VERDICTS: Readonly<Record<string, Verdict>> = {
  "4242424242424242": "approve",
  "4000000000000002": "decline",
  "4000002500003155": "authenticate",
}

/** An unknown number is declined. */
export const verdictOn = (number: string): Verdict => VERDICTS[number] ?? "decline"

const NUMBERS: Readonly<Record<string, string>> = {
  visa: "4242424242424242",
  chargeDeclined: "4000000000000002",
  threeDSecure2Required: "4000002500003155",
}

/** The number of a test card by its name in Stripe's test tokens, such as `tok_visa` and `pm_card_visa`. */
export const numberOf = (name: string): string | undefined => NUMBERS[name]
