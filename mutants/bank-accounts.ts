import type { Mutant } from "./mutant"

const SPEC = "integration-tests/worlds/several-banks.spec.ts"
const REMOVED = "integration-tests/worlds/removed-bank-accounts.spec.ts"
const OUTAGES = "integration-tests/worlds/bank-account-outages.spec.ts"

/** Faults that mix the payments of a store's bank accounts. */
export const BANK_ACCOUNTS: readonly Mutant[] = [
  {
    name: "bank-reports-on-payments-of-another-account",
    file: "src/modules/bank/reducer.ts",
    find: ".where({ merchant_reference, bank_account }).forUpdate().first()",
    replace: ".where({ merchant_reference, ...(!bank_account && { bank_account }) }).forUpdate().first()",
    spec: SPEC,
    only: "is not applied to a payment of another account",
  },
  {
    name: "account-is-chosen-again-for-each-call",
    file: "src/modules/bank/operation-calls.ts",
    find: "    const driver = this.accounts.driverOf(bank_account)\n    const snapshot = await this.calls.once",
    replace:
      '    const driver = this.accounts.driverOf(bank_account && "default")\n    const snapshot = await this.calls.once',
    spec: SPEC,
    only: "takes a UCP checkout at the account of its currency",
  },
  {
    name: "saved-card-is-offered-at-every-account",
    file: "src/workflows/checkout/saved-cards.ts",
    find: ": bank_account === account",
    replace: ": account !== undefined",
    spec: SPEC,
    only: "charges a saved card only at its own account",
  },
  {
    name: "one-bank-that-is-out-stops-the-others",
    file: "src/jobs/reconcile-payments.ts",
    find: "  const out = await accountsOut(container)\n",
    replace: "  const out = await accountsOut(container)\n  if (out.length) return\n",
    spec: REMOVED,
    only: "keeps its payments, which are refused with a reason",
  },
  {
    name: "app-pays-orders-at-the-default-account",
    file: "src/surfaces/app/payment/start-payment.ts",
    find: "accounts.nameFor({ region_id: order.region_id, currency })",
    replace: "accounts.names[0]!",
    spec: SPEC,
    only: "takes an app's payment of an order",
  },
  {
    name: "acp-handler-names-the-default-account",
    file: "src/surfaces/acp/payment-handler/payment-handler.ts",
    find: "find(({ name }) => name === account)?.bank",
    replace: 'find(({ name }) => account && name === "default")?.bank',
    spec: "src/surfaces/acp/payment-handler/__tests__/payment-handler.unit.spec.ts",
  },
  {
    name: "checkout-promises-saved-cards-of-another-account",
    file: "src/surfaces/ucp/payment-handler/payment-handler.ts",
    find: "handlersOf(call, savesCardsFor(session, call), paidIn",
    replace: "handlersOf(call, savesCardsFor(session, call) || savesCards(call), paidIn",
    spec: "src/surfaces/ucp/payment-handler/__tests__/payment-handler.unit.spec.ts",
  },
  {
    name: "account-that-is-out-holds-up-interrupted-payments",
    file: "src/jobs/end-interrupted.ts",
    find: "bank.unopenedPayments.interrupted(INTERRUPTED_AFTER_SECONDS, 100, silent)",
    replace: "bank.unopenedPayments.interrupted(INTERRUPTED_AFTER_SECONDS, 100, silent && [])",
    spec: OUTAGES,
    only: "does not keep interrupted payments",
  },
  {
    name: "payment-at-another-account-ends-the-alert",
    file: "src/queries/alert/alert-conditions.ts",
    find: "p.bank_account = r.bank_account\n            and p.created_at",
    replace: "p.created_at",
    spec: OUTAGES,
    only: "has an alert of its own",
  },
]
