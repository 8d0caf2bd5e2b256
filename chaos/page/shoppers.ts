import { setTimeout as sleep } from "node:timers/promises"
import { type OpenPage, openPage } from "../../integration-tests/support/page-shopper"
import { type CARDS, stripe } from "../../integration-tests/support/stripe"
import type { Opened, Purchase } from "../load/purchase"
import { withRetries } from "../load/retry"
import type { Shopper } from "../load/shoppers"

type Card = keyof typeof CARDS

/** How long a customer reloads a page that does not show the payment, because Stripe or the store does not answer. */
const RELOADS_FOR_SECONDS = 20
const READS_FOR_MS = { least: 0, most: 4000 }

/** What a customer does with an open page. */
type Visit = (purchase: Purchase, page: OpenPage) => Promise<unknown>

/** Opens the page, acts on it, and then returns to the store unless `comes_back` is false. */
const visits = (visit: Visit, { comes_back = true } = {}): Shopper["pay"] => {
  return async (purchase, opened) => {
    const page = await openedPage(purchase, opened)
    if (!page) return opened
    await visit(purchase, page)
    if (comes_back) await withRetries(() => fetch(page.back, { redirect: "manual" }))
    return opened
  }
}

/** The page; undefined if it takes no payment, for example because the agent has canceled it. */
async function openedPage({ runLog }: Purchase, { page, payment_id }: Opened): Promise<OpenPage | undefined> {
  const open = () => openPage({ continue_url: page ?? "" })
  const shown = await withRetries(open, RELOADS_FOR_SECONDS).catch(() => undefined)
  if (shown) runLog.shown.set(shown.intent, payment_id)
  return shown
}

/** Repeats the payment until Stripe has decided. A canceled payment cannot be made any more. */
const confirmed = (secret: string, card: Card, intent: string): Promise<unknown> =>
  withRetries(async () => {
    const { status } = await stripe.intent(intent)
    if (status === "requires_payment_method") await stripe.confirm(secret, card)
  })

const pays =
  (card: Card): Visit =>
  (_, { secret, intent }) =>
    confirmed(secret, card, intent)

const authenticates =
  (success: boolean): Visit =>
  async (_, { secret, intent }) => {
    await confirmed(secret, "authenticated", intent)
    // The payment may be canceled meanwhile.
    await stripe.authenticate(intent, success).catch(() => undefined)
  }

const declinedThenPaid: Visit = async (purchase, page) => {
  await pays("declined")(purchase, page)
  await pays("approved")(purchase, page)
}

const paysLater: Visit = async (purchase, page) => {
  await sleep(purchase.random.whole(READS_FOR_MS.least, READS_FOR_MS.most))
  await pays("approved")(purchase, page)
}

/** Opens the page in two tabs, and pays in both at once. */
const paysInTwoTabs: Shopper["pay"] = async (purchase, opened) => {
  await Promise.all([pay(purchase, opened), pay(purchase, opened)])
  return opened
}

const pay = visits(pays("approved"))

/** No order follows, and a later action would wait for it in vain. */
const UNPAID = { does_not_pay: true, ends_purchase: true }

/** A customer whose card is declined, and who pays with no other. */
export const DECLINED: Shopper = {
  name: "is declined",
  weight: 1,
  ...UNPAID,
  pay: visits(pays("declined")),
}

/** The customers of the store's page. */
export const PAGE_SHOPPERS: readonly Shopper[] = [
  { name: "pays", weight: 10, pay },
  { name: "pays and does not return", weight: 4, pay: visits(pays("approved"), { comes_back: false }) },
  { name: "pays later", weight: 4, pay: visits(paysLater) },
  { name: "pays in two tabs", weight: 2, pay: paysInTwoTabs },
  { name: "is declined and pays with another card", weight: 3, pay: visits(declinedThenPaid) },
  { name: "authenticates", weight: 2, pay: visits(authenticates(true)) },
  DECLINED,
  { name: "fails to authenticate", weight: 1, ...UNPAID, pay: visits(authenticates(false)) },
  {
    name: "leaves the page open",
    weight: 2,
    ...UNPAID,
    pay: visits(async () => {}, { comes_back: false }),
  },
  { name: "never opens the page", weight: 1, ...UNPAID, pay: async (_, opened) => opened },
]
