import type { Mutant } from "./mutant"

/** Faults in applying a snapshot of the bank to a payment. */
export const REDUCER: readonly Mutant[] = [
  {
    name: "pending-refund-is-recorded",
    file: "src/domain/settlement.ts",
    find: 'moved("refund", ended(refunds, "succeeded"))',
    replace: 'moved("refund", refunds)',
    spec: "src/domain/__tests__/settlement.unit.spec.ts",
  },
  {
    name: "older-snapshot-counts",
    file: "src/modules/bank/reducer.ts",
    find: 'if (snapshot.version < payment.version) return "stale"',
    replace: "",
    spec: "integration-tests/http/bank-contradictions.spec.ts",
  },
  {
    name: "reopened-payment-is-not-looked-up",
    file: "src/modules/bank/reducer.ts",
    find: 'isOpen(status) ? {} : { next_check_at: trx.raw("coalesce(next_check_at, now())") }',
    replace: "{}",
    spec: "integration-tests/worlds/redsys.spec.ts",
  },
  {
    name: "currency-is-not-compared",
    file: "src/modules/bank/reducer.ts",
    find: 'if (snapshot.currency !== payment.currency) return "currency"',
    replace: "",
    spec: "integration-tests/http/bank-ipn-genuine.spec.ts",
  },
  {
    name: "more-refunded-than-captured",
    file: "src/modules/bank/reducer.ts",
    find: " || amounts.refunded > amounts.captured",
    replace: "",
    spec: "integration-tests/http/bank-contradictions.spec.ts",
  },
  {
    name: "movements-need-not-sum-up",
    file: "src/modules/bank/reducer.ts",
    find: 'if (!areSummedUp(snapshot)) return "amounts"',
    replace: "",
    spec: "integration-tests/http/bank-contradictions.spec.ts",
  },
  {
    name: "refunded-amount-may-fall",
    file: "src/modules/bank/reducer.ts",
    find: " || amounts.refunded < payment.refunded_amount",
    replace: "",
    spec: "integration-tests/http/bank-contradictions.spec.ts",
  },
  {
    name: "closed-review-still-holds",
    file: "src/modules/bank/reducer.ts",
    find: 'status === "manual_review" ? review_reason !== null :',
    replace: 'status === "manual_review" ? true :',
    spec: "integration-tests/http/admin-payments-review.spec.ts",
  },
  {
    name: "payment-is-not-locked-for-a-snapshot",
    file: "src/modules/bank/reducer.ts",
    find: ".where({ merchant_reference }).forUpdate().first()",
    replace: ".where({ merchant_reference }).first()",
    spec: "integration-tests/http/bank-ipn-genuine.spec.ts",
    only: "older than one that is being processed at the same time",
  },
  {
    name: "dispute-update-is-recorded-once-however-it-ends",
    file: "src/domain/settlement.ts",
    find: "key: `dispute:${id}:${status}`",
    replace: "key: `dispute:${id}`",
    spec: "src/domain/__tests__/settlement.unit.spec.ts",
  },
]
