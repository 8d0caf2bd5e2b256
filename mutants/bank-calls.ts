import type { Mutant } from "./mutant"

/** Faults in calls to the bank, and in how their outcome is found. */
export const BANK_CALLS: readonly Mutant[] = [
  {
    name: "call-in-flight-counts-as-rejected",
    file: "src/drivers/gwb/client.ts",
    find: 'const open = status >= 500 || code === "idempotency_in_flight"',
    replace: "const open = status >= 500",
    spec: "integration-tests/http/bank-uncertain-calls.spec.ts",
  },
  {
    name: "call-is-given-up-after-five-seconds",
    file: "src/workflows/payment/reconcile-payment.ts",
    find: "const GIVEN_UP_AFTER_SECONDS = 120",
    replace: "const GIVEN_UP_AFTER_SECONDS = 5",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "events-are-read-without-overlap",
    file: "src/modules/bank/service.ts",
    find: "const OVERLAP = 100",
    replace: "const OVERLAP = 0",
    spec: "integration-tests/http/bank-late-words.spec.ts",
  },
  {
    name: "pending-refund-is-not-asked-for",
    file: "src/modules/bank/reducer.ts",
    find: "next_check_at: pendingOf(snapshot) > 0 ? soon : null",
    replace: "next_check_at: soon && null",
    spec: "integration-tests/http/bank-late-words.spec.ts",
  },
  {
    name: "rest-of-a-canceled-order-stays-reserved",
    file: "src/modules/bank/payments.ts",
    find: "('requires_action', 'processing', 'authorized', 'partially_captured')",
    replace: "('requires_action', 'processing', 'authorized')",
    spec: "integration-tests/http/bank-late-words.spec.ts",
  },
  {
    name: "interrupted-cancellation-is-forgotten",
    file: "src/workflows/order/cancel-order.ts",
    find: "  await cancellations.begin(cancellation)\n",
    replace: "",
    spec: "integration-tests/worlds/staff-crash.spec.ts",
  },
]
