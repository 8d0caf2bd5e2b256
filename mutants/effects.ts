import type { Mutant } from "./mutant"

/** Faults in how settlements become facts in Medusa. */
export const EFFECTS: readonly Mutant[] = [
  {
    name: "heartbeats-wait-for-the-pool",
    file: "src/heartbeat.ts",
    find: "bounded(trx, beat), { connection })",
    replace: "bounded(trx, beat), {})",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "order-is-announced-by-medusa-too",
    file: "src/workflows/payment/complete-cart.ts",
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
    file: "src/workflows/payment/mirror.ts",
    find: "entry.id === operation?.medusa_id || ",
    replace: "",
    spec: "integration-tests/http/bank-operations.spec.ts",
  },
  {
    name: "replaced-payment-pays-the-order",
    file: "src/workflows/payment/effects.ts",
    find: 'if (await isReplaced(payment, container)) return "its payment was replaced"',
    replace: "",
    spec: "integration-tests/http/bank-replaced-sessions.spec.ts",
  },
]
