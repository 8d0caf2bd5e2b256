/** What the issuer answers to a card: Stripe's own test numbers. A direct debit is deferred: its bank answers days later. */
export type Verdict = "approve" | "decline" | "authenticate" | "defer"

const VERDICTS: Readonly<Record<string, Verdict>> = {
  "4242424242424242": "approve",
  "4000000000000002": "decline",
  "4000002500003155": "authenticate",
}

/** An unknown number is declined. */
export const verdictOn = (number: string): Verdict => VERDICTS[number] ?? "decline"
