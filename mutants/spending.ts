import type { Mutant } from "./mutant"

/** Faults in the merchant's spending rules and approvals. */
export const SPENDING: readonly Mutant[] = [
  {
    name: "largest-payment-is-refused",
    file: "src/domain/spending.ts",
    find: "if (amount > max_per_payment)",
    replace: "if (amount >= max_per_payment)",
    spec: "src/domain/__tests__/spending.unit.spec.ts",
  },
  {
    name: "limit-of-a-payment-replaces-that-of-the-day",
    file: "src/domain/spending.ts",
    find: "if (amount <= left) return undefined",
    replace: "if (amount <= max_per_payment) return undefined",
    spec: "src/domain/__tests__/spending.unit.spec.ts",
  },
  {
    name: "approval-above-becomes-from",
    file: "src/domain/spending.ts",
    find: "return sum.amount > approval_above",
    replace: "return sum.amount >= approval_above",
    spec: "src/domain/__tests__/spending.unit.spec.ts",
  },
  {
    name: "currency-without-a-rule-is-free",
    file: "src/domain/spending.ts",
    find: "!rule && spending.only_these_currencies",
    replace: "!rule && !spending.only_these_currencies",
    spec: "src/domain/__tests__/spending.unit.spec.ts",
  },
  {
    name: "declined-payments-use-up-the-day",
    file: "src/modules/bank/spending.ts",
    find: '.whereNotIn("status", [...NOTHING])',
    replace: '.whereNotIn("status", [...NOTHING].slice(1))',
    spec: "integration-tests/http/spending-rules.spec.ts",
    only: "free the budget of failed and canceled payments",
  },
  {
    name: "approval-is-for-any-basket-of-the-total",
    file: "src/queries/checkout/sessions.ts",
    find: "approvals.find((one) => one.bought === bought)",
    replace: "approvals.find((one) => one.bought === bought || bought)",
    spec: "integration-tests/http/ucp-spending.spec.ts",
    only: "needs another approval for other items of the same total",
  },
  {
    name: "approval-is-decided-twice",
    file: "src/modules/policy/approvals.ts",
    find: 'which.where({ status: "waiting" }).update',
    replace: "which.update",
    spec: "integration-tests/http/spending-approval.spec.ts",
    only: "simultaneous decisions",
  },
  {
    name: "expired-approval-is-approved",
    file: "src/modules/policy/approvals.ts",
    find: 'db("gw_approval").where({ id }).whereRaw("expires_at > now()")',
    replace: 'db("gw_approval").where({ id })',
    spec: "integration-tests/http/spending-approval.spec.ts",
  },
]
