/** Test cards of the bank simulator. */
export const CARDS = {
  approved: "4111111111111111",
  mastercard: "5555555555554444",
  insufficient_funds: "4000000000009995",
  /** Approved, and disputed five seconds later. */
  disputed: "4000000000000259",
  do_not_honor: "4000000000000002",
  needs_shopper: "4000002760003184",
  declines_first_charge: "4000000000000341",
  /** The issuer does not respond for 20 seconds, and then approves. */
  silent_issuer: "4000000000000119",
  /** Approved; the bank accepts a refund, which fails five seconds later. */
  refund_fails: "4000000000005126",
} as const

export type ShopperAction = "approve" | "decline" | "cancel" | "timeout"

/**
 * Completes the authentication of a payment as a customer does on the bank's page, through the simulator's
 * endpoint for scripts.
 */
export async function authenticate(
  sca_redirect_url: string,
  action: ShopperAction = "approve",
  card: string = CARDS.approved
): Promise<{ status: string; redirect_url: string }> {
  const response = await fetch(`${sca_redirect_url}/auto`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card, action }),
  })
  if (!response.ok) throw new Error(`the bank answered ${response.status} ${await response.text()}`)
  return (await response.json()) as { status: string; redirect_url: string }
}
