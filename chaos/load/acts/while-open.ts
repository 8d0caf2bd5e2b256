import { setTimeout as sleep } from "node:timers/promises"
import { cancelOrder } from "../merchant"
import { storefrontPage } from "../openings/cart"
import type { Action, Purchase, Opened } from "../purchase"
import { withRetries } from "../retry"

/** The actions of others while the customer is at the bank. */
export const WHILE_OPEN: readonly Action[] = [
  { name: "nothing", weight: 12, run: async () => {} },
  { name: "forges the return", weight: 3, run: forgeReturn },
  { name: "queries the status", weight: 2, fits: ({ origin }) => origin === "agent", run: queryStatus },
  {
    name: "cancels the order",
    weight: 2,
    may_prevent_order: true,
    fits: ({ origin }) => origin === "agent",
    run: cancel,
  },
  {
    name: "cancels the task",
    weight: 2,
    may_prevent_order: true,
    fits: ({ origin }) => origin === "agent",
    run: cancelTask,
  },
  { name: "completes the cart", weight: 4, fits: ({ origin }) => origin === "cart", run: complete },
  {
    name: "starts the payment again",
    weight: 1,
    may_prevent_order: true,
    fits: ({ origin }) => origin === "cart",
    run: replace,
  },
  {
    name: "cancels the checkout",
    weight: 2,
    may_prevent_order: true,
    fits: ({ origin, is_free }) => origin === "checkout" && !is_free,
    run: cancelCheckout,
  },
]

const RESULTS = ["approved", "declined", "canceled"]

/** Anyone can open the address to which the bank redirects the customer. */
async function forgeReturn({ random }: Purchase, { return_url, payment_id }: Opened): Promise<void> {
  const query = new URLSearchParams({ gwb_payment: payment_id, gwb_result: random.pick(RESULTS) })
  await withRetries(() => fetch(`${return_url}?${query}`, { redirect: "manual" }))
}

async function queryStatus({ agent }: Purchase, { payment_id }: Opened): Promise<void> {
  await withRetries(() => agent.send("query_payment_status", { payment_id }))
}

async function cancel(purchase: Purchase, opened: Opened): Promise<void> {
  await sleep(purchase.random.whole(0, 400))
  const order_id = await opened.order()
  if (order_id) await cancelOrder(purchase, opened, order_id)
}

async function cancelTask({ agent, random }: Purchase, { task_id }: Opened): Promise<void> {
  await sleep(random.whole(0, 400))
  await withRetries(() => agent.call("tasks/cancel", { task_id }))
}

async function cancelCheckout({ random }: Purchase, { cancelCheckout }: Opened): Promise<void> {
  await sleep(random.whole(0, 400))
  await cancelCheckout?.().catch(() => undefined)
}

async function complete({ shop, random }: Purchase, { cart_id }: Opened): Promise<void> {
  for (let tries = random.whole(1, 4); tries > 0; tries--) {
    if (cart_id) await withRetries(() => shop.complete(cart_id))
    await sleep(random.whole(0, 300))
  }
}

async function replace({ shop, random, reference }: Purchase, { cart_id }: Opened): Promise<void> {
  await sleep(random.whole(0, 300))
  if (cart_id) await withRetries(() => shop.startPayment(cart_id, storefrontPage(reference)))
}
