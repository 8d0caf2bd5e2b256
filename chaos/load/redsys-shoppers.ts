import { enterCard, REDSYS_CARDS, submitAtRedsys } from "../../integration-tests/support/redsys-shopper"
import { pageAtBank } from "./page-at-bank"
import type { Opened, Purchase } from "./purchase"
import { withRetries } from "./retry"
import { payFor } from "./openings/cart"
import { onPages, type Shopper } from "./shoppers"

/** Acts on the customer's own page, and returns the address to which the customer is sent back. */
type Act = (page: string) => Promise<string | undefined>

/** Opens the page and acts on it. With `comes_back`, the browser then follows the redirect to the store. */
async function visit(opened: Opened, act: Act, comes_back = true): Promise<Opened> {
  if (!opened.page) return opened
  // The store may be down, or the payment may already be canceled.
  const left = await pageAtBank(opened.page)
    .then(act)
    .catch(() => undefined)
  if (left && comes_back) await withRetries(() => fetch(left, { redirect: "manual" }))
  return opened
}

const TEST_PHONE = "700000000"
const OTHER_PHONE = "600000000"

/** Whether the page offers Bizum only. */
async function isBizum(page: string): Promise<boolean> {
  const html = await (await fetch(page)).text()
  return html.includes('name="phone"') && !html.includes('name="number"')
}

/** Pays with a card, with these fields of the challenge, or by Bizum, with a telephone number. */
const pays =
  (card: string, challenge: Record<string, string>, phone: string): Act =>
  async (page) => {
    if (await isBizum(page)) return submitAtRedsys(page, { phone, action: "bizum" })
    const entered = await enterCard(page, card)
    return entered === page ? submitAtRedsys(page, challenge) : entered
  }

const CONFIRMED = { code: "123456", action: "approve" }
const approve = pays(REDSYS_CARDS.approved, CONFIRMED, TEST_PHONE)
const approveAtOnce = pays(REDSYS_CARDS.without_challenge, CONFIRMED, TEST_PHONE)
const beDeclined = pays(REDSYS_CARDS.declined, CONFIRMED, OTHER_PHONE)
const failChallenge = pays(REDSYS_CARDS.approved, { action: "decline" }, OTHER_PHONE)
const leave =
  (action: "cancel" | "timeout"): Act =>
  (page) =>
    submitAtRedsys(page, { action })

const does = (act: Act, comes_back?: boolean) => (_: Purchase, opened: Opened) =>
  visit(opened, act, comes_back)

/** A customer whose card is declined. */
export const REDSYS_DECLINES: Shopper = {
  name: "declines",
  weight: 1,
  does_not_pay: true,
  pay: does(beDeclined),
}

/** The customers on Redsys' page. */
export const REDSYS_SHOPPERS: readonly Shopper[] = onPages([
  { name: "approves", weight: 12, pay: does(approve) },
  { name: "approves and does not return", weight: 4, pay: does(approve, false) },
  { name: "needs no challenge", weight: 2, pay: does(approveAtOnce) },
  REDSYS_DECLINES,
  { name: "fails the challenge", weight: 1, does_not_pay: true, pay: does(failChallenge) },
  { name: "cancels", weight: 1, does_not_pay: true, pay: does(leave("cancel")) },
  { name: "lets it time out", weight: 1, does_not_pay: true, pay: does(leave("timeout"), false) },
  { name: "never opens the page", weight: 2, does_not_pay: true, pay: async (_, opened) => opened },
  {
    name: "opens the page and leaves",
    weight: 2,
    does_not_pay: true,
    pay: does(async () => undefined),
  },
  { name: "clicks twice", weight: 1, pay: does(clickTwice) },
  {
    name: "declines and tries again",
    weight: 3,
    fits: ({ origin }) => origin === "cart",
    pay: tryAgain,
  },
])

/** The second click finds the page closed. */
async function clickTwice(page: string): Promise<string | undefined> {
  if (await isBizum(page)) return approve(page)
  await enterCard(page)
  const clicks = [1, 2].map(() => submitAtRedsys(page, CONFIRMED).catch(() => undefined))
  return (await Promise.all(clicks)).find(Boolean)
}

async function tryAgain(purchase: Purchase, opened: Opened): Promise<Opened> {
  await visit(opened, beDeclined)
  const again = opened.cart_id && (await payFor(purchase, opened.cart_id, opened))
  return again ? visit(again, approve) : opened
}
