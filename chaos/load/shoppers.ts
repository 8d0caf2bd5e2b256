import { CARDS, authenticate, type ShopperAction } from "../../integration-tests/support/shopper"
import type { Choice } from "../random"
import { payFor } from "./openings/cart"
import type { Purchase, Opened, Traits } from "./purchase"
import { pageAtBank } from "./page-at-bank"
import { withRetries } from "./retry"

/** The behavior of a customer on the bank's page. `pay` returns the payment that is current afterwards. */
export interface Shopper extends Choice {
  fits?(traits: Traits): boolean
  /** Whether the customer is never charged. */
  readonly does_not_pay?: boolean
  /** Whether the customer may prevent an approved payment from becoming an order. */
  readonly may_prevent_order?: boolean
  /** Whether nothing is done afterwards. */
  readonly ends_purchase?: boolean
  pay(purchase: Purchase, opened: Opened): Promise<Opened>
}

const MORE_CARDS = { ...CARDS, without_challenge: "4000000000003055" }

/** Opens the page and acts on it. With `comes_back`, the browser then follows the redirect to the store. */
async function visit(
  opened: Opened,
  action: ShopperAction,
  { card = "approved", comes_back = true }: { card?: keyof typeof MORE_CARDS; comes_back?: boolean } = {}
): Promise<Opened> {
  if (!opened.page) return opened
  // The page may already be closed by the merchant or the storefront.
  const left = await pageAtBank(opened.page)
    .then((page) => authenticate(page, action, MORE_CARDS[card]))
    .catch(() => undefined)
  if (left && comes_back) await withRetries(() => fetch(left.redirect_url, { redirect: "manual" }))
  return opened
}

const does = (action: ShopperAction, how?: Parameters<typeof visit>[2]) => (_: Purchase, opened: Opened) =>
  visit(opened, action, how)

/** A customer who is redirected to the bank's page and declines the payment. */
export const DECLINES: Shopper = { name: "declines", weight: 1, does_not_pay: true, pay: does("decline") }

/** The customers who are redirected to the bank's page. */
const AT_THE_PAGE: readonly Shopper[] = [
  { name: "approves", weight: 12, pay: does("approve") },
  { name: "approves and does not return", weight: 4, pay: does("approve", { comes_back: false }) },
  { name: "needs no challenge", weight: 2, pay: does("approve", { card: "without_challenge" }) },
  {
    name: "waits for an issuer that does not respond",
    weight: 1,
    pay: does("approve", { card: "silent_issuer" }),
  },
  {
    name: "has insufficient funds",
    weight: 1,
    does_not_pay: true,
    pay: does("approve", { card: "insufficient_funds" }),
  },
  DECLINES,
  { name: "cancels", weight: 1, does_not_pay: true, pay: does("cancel") },
  { name: "lets it time out", weight: 1, does_not_pay: true, pay: does("timeout", { comes_back: false }) },
  { name: "never opens the page", weight: 2, does_not_pay: true, pay: async (_, opened) => opened },
  { name: "disputes it later", weight: 1, pay: does("approve", { card: "disputed" }) },
  { name: "cannot be refunded", weight: 1, pay: does("approve", { card: "refund_fails" }) },
  { name: "clicks twice", weight: 1, pay: clickTwice },
  {
    name: "declines and tries again",
    weight: 3,
    fits: ({ origin }) => origin === "cart",
    pay: tryAgain,
  },
]

/** These customers for payments with a page, and none for those without. */
export const onPages = (shoppers: readonly Shopper[]): readonly Shopper[] => [
  { name: "none", weight: 1, fits: ({ has_page }) => !has_page, pay: async (_, opened) => opened },
  ...shoppers.map((shopper) => ({
    ...shopper,
    fits: (traits: Traits) =>
      traits.has_page && !(traits.must_be_paid && shopper.does_not_pay) && (shopper.fits?.(traits) ?? true),
  })),
]

/** All kinds of customers. */
export const SHOPPERS: readonly Shopper[] = onPages(AT_THE_PAGE)

async function clickTwice(_: Purchase, opened: Opened): Promise<Opened> {
  await Promise.all([visit(opened, "approve"), visit(opened, "approve")])
  return opened
}

async function tryAgain(purchase: Purchase, opened: Opened): Promise<Opened> {
  await visit(opened, "decline")
  const again = opened.cart_id && (await payFor(purchase, opened.cart_id, opened))
  return again ? visit(again, "approve") : opened
}
