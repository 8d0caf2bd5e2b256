import type { Mutant } from "./mutant"

/** Faults in the settlement steps that update Medusa. */
export const EFFECTS: readonly Mutant[] = [
  {
    name: "heartbeats-wait-for-the-pool",
    file: "src/lib/heartbeat.ts",
    find: "bounded(trx, beat), { connection })",
    replace: "bounded(trx, beat), {})",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "order-is-announced-by-medusa-too",
    file: "src/workflows/settlement/complete-cart.ts",
    find: "    withholdAnnouncementStep()\n",
    replace: "",
    spec: "integration-tests/http/storefront-checkout.spec.ts",
  },
  {
    name: "refund-of-more-than-is-left",
    file: "src/workflows/payment/check-movement.ts",
    find: "amount > to_refund",
    replace: "amount > payment.captured_amount",
    spec: "integration-tests/http/a2a-refund.spec.ts",
  },
  {
    name: "capture-of-medusa-is-recorded-again",
    file: "src/workflows/settlement/mirror-movement.ts",
    find: "entry.id === operation?.medusa_id || ",
    replace: "",
    spec: "integration-tests/http/bank-operations.spec.ts",
  },
  {
    name: "replaced-payment-pays-the-order",
    file: "src/workflows/settlement/effects.ts",
    find: 'if (await isReplaced(payment, container)) return "its payment was replaced"',
    replace: "",
    spec: "integration-tests/http/bank-replaced-sessions.spec.ts",
  },
  {
    name: "leased-effect-is-leased-again",
    file: "src/modules/bank/effects.ts",
    find: " and (e.leased_until is null or e.leased_until <= now())",
    replace: "",
    spec: "integration-tests/http/leases.spec.ts",
    only: "keeps its lease on an effect",
  },
  {
    name: "later-effect-overtakes-a-failed-one",
    file: "src/modules/bank/effects.ts",
    find: "b.done_at is null and b.id < e.id)",
    replace: "b.done_at is null and b.not_before <= now() and b.id < e.id)",
    spec: "integration-tests/http/leases.spec.ts",
    only: "on a failed effect blocks",
  },
  {
    name: "cart-of-another-total-becomes-the-order",
    file: "src/workflows/settlement/place-cart.ts",
    find: "(await totalOfCart(container, cart_id, currency)) === amount",
    replace: "(await totalOfCart(container, cart_id, currency)) > -amount",
    spec: "integration-tests/worlds/storefront-placement.spec.ts",
    only: "that changed since its payment started",
  },
]
