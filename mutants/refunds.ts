import type { Mutant } from "./mutant"

/** Faults in the merchant's rules for refunds by agents. */
export const REFUNDS: readonly Mutant[] = [
  {
    name: "refund-after-the-return-window-is-automatic",
    file: "src/domain/refund-rules.ts",
    find: " && days_fulfilled <= rules.return_window_days",
    replace: "",
    spec: "src/domain/__tests__/refund-rules.unit.spec.ts",
  },
  {
    name: "currency-without-limits-is-refunded-automatically",
    file: "src/domain/refund-rules.ts",
    find: "limit !== undefined &&",
    replace: "limit === undefined ||",
    spec: "src/domain/__tests__/refund-rules.unit.spec.ts",
  },
  {
    name: "rules-for-refunds-by-staff-clients-are-ignored",
    file: "src/domain/refund-rules.ts",
    find: 'staff_clients === "immediate" ? "now" : staff_clients',
    replace: 'staff_clients && "now"',
    spec: "src/domain/__tests__/refund-rules.unit.spec.ts",
  },
  {
    name: "clients-of-customers-refund-as-those-of-staff",
    file: "src/modules/bank/refund-budget.ts",
    find: 'if (refund.actor_type === "user")',
    replace: "if (refund.actor_type)",
    spec: "integration-tests/http/refund-requests.spec.ts",
    only: "waits for the merchant in a new store",
  },
  {
    name: "fulfillment-does-not-stop-an-automatic-refund",
    file: "src/modules/bank/refund-budget.ts",
    find: "await daysFulfilled(trx, refund.order_id)",
    replace: "null",
    spec: "integration-tests/http/refund-requests.spec.ts",
    only: "is never automatic after a fulfillment",
  },
  {
    name: "automatic-refunds-use-up-no-limit",
    file: "src/workflows/order/request-refund.ts",
    find: 'actor_type === "customer" ? client_id : null',
    replace: "null",
    spec: "integration-tests/http/refund-requests.spec.ts",
    only: "is automatic up to the amount per refund",
  },
]
