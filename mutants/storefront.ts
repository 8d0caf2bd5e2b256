import type { Mutant } from "./mutant"

const HAND_OFF = "integration-tests/worlds/storefront-hand-off.spec.ts"
const STRIPE = "integration-tests/worlds/storefront-stripe.spec.ts"

/** Faults in the hand-over of carts to the storefront, and in finding what was paid there. */
export const STOREFRONT: readonly Mutant[] = [
  {
    name: "cart-is-handed-to-another-sales-channel",
    file: "src/modules/agent/storefront-hand-offs.ts",
    find: "and c.sales_channel_id = any (:sales_channel_ids)",
    replace: "and cast(:sales_channel_ids as text[]) is not null",
    spec: HAND_OFF,
    only: "another sales channel",
  },
  {
    name: "deleted-cart-is-handed-over",
    file: "src/modules/agent/storefront-hand-offs.ts",
    find: "and s.expires_at > now() and c.deleted_at is null as is_open",
    replace: "and s.expires_at > now() as is_open",
    spec: HAND_OFF,
    only: "when its cart is deleted",
  },
  {
    name: "handed-over-checkout-is-changed",
    file: "src/modules/agent/sessions.ts",
    find: '.whereNotExists(trx("gw_storefront_hand_off").where({ session_id: id }))',
    replace: "",
    spec: HAND_OFF,
    only: "not changed by a server that was paused",
  },
  {
    name: "cart-of-the-customer-is-deleted",
    file: "src/workflows/checkout/cancel-session.ts",
    find: "const isAdopted = (await",
    replace: "const isAdopted = hand_off && (await",
    spec: HAND_OFF,
    only: "while a server was canceling it",
  },
  {
    name: "followed-checkout-expires",
    file: "src/domain/checkout.ts",
    find: "if (is_expired && !hand_off?.is_followed)",
    replace: "if (is_expired)",
    spec: "src/domain/__tests__/checkout.unit.spec.ts",
  },
  {
    name: "cart-session-of-a-followed-checkout-is-sold-again",
    file: "src/modules/agent/sessions.ts",
    find: "(s.expires_at > now() or ${IS_FOLLOWED})",
    replace: "s.expires_at > now()",
    spec: HAND_OFF,
    only: "the only checkout of its cart session",
  },
  {
    name: "failing-orders-block-the-others",
    file: "src/workflows/storefront/each-hand-off.ts",
    find: "batch.length; batch = await take(BATCH_SIZE, due_at))",
    replace: "batch.length; batch = [])",
    spec: HAND_OFF,
    only: "more orders than it takes at once",
  },
  {
    name: "failed-query-counts-as-unpaid",
    file: "src/queries/payment/held-among.ts",
    find: "if (failures.length) throw failures[0]",
    replace: "",
    spec: "src/queries/payment/__tests__/held-among.unit.spec.ts",
  },
  {
    name: "late-cart-is-dropped-before-it-is-checked",
    file: "src/modules/agent/storefront-payments.ts",
    find: "next_check_at = now() + least(interval '1 minute' * power(2, least(h.checks, 10)), interval '1 hour')",
    replace:
      "next_check_at = case when h.adopted_at > now() - interval '8 days' then now() + interval '1 hour' end",
    spec: STRIPE,
    only: "also eight days after",
  },
  {
    name: "paid-checkout-is-canceled",
    file: "src/workflows/checkout/cancel-session.ts",
    find: 'if (now?.hand_off?.is_paid) throw problem("request_in_progress", { id }, PAID_IN_STOREFRONT)',
    replace: "",
    spec: STRIPE,
    only: "no longer canceled by the agent",
  },
  {
    name: "storefront-amount-is-not-compared",
    file: "src/workflows/storefront/place-paid-cart.ts",
    find: 'if (toMinorUnits(amount, currency) !== total) throw new Error("the cart\'s total is not the paid amount")',
    replace: "",
    spec: STRIPE,
    only: "total is not the paid amount",
  },
  {
    name: "captured-payment-is-canceled",
    file: "src/workflows/storefront/refund-cart.ts",
    find: "const isCaptured = Number(captured) > 0",
    replace: "const isCaptured = Number(captured) < 0",
    spec: STRIPE,
    only: "total is not the paid amount",
  },
  {
    name: "storefront-stock-is-not-locked",
    file: "src/workflows/storefront/place-paid-cart.ts",
    find: "completeCartWorkflow(withStockLocks(container))",
    replace: "completeCartWorkflow(container)",
    spec: STRIPE,
    only: "last piece",
  },
  {
    name: "erasure-ignores-a-cart-that-may-be-paid",
    file: "src/workflows/customer/erase-customer.ts",
    find: "(await agent.obstacle(sessions, trx)) ??",
    replace: "",
    spec: HAND_OFF,
    only: "blocks the erasure of its customer",
  },
]
