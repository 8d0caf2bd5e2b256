import type { Mutant } from "./mutant"

const SPEC = "integration-tests/worlds/page-payments.spec.ts"

/** Faults in payments on the store's page. */
export const PAGE: readonly Mutant[] = [
  {
    name: "page-only-authorizes",
    file: "src/workflows/payment/create-payment.ts",
    find: 'capture_method: "automatic"',
    replace: 'capture_method: "manual"',
    spec: SPEC,
    only: "creates an order that is not announced",
  },
  {
    name: "page-payment-is-not-queried",
    file: "src/workflows/page/check-page-payment.ts",
    find: "  await recordPaid(container, payment)\n",
    replace: "",
    spec: SPEC,
    only: "finds a payment whose webhook is lost",
  },
  {
    name: "page-payment-ends-in-the-store-only",
    file: "src/workflows/page/end-page-payment.ts",
    find: "if (session) await",
    replace: "if (!session) await",
    spec: SPEC,
    only: "when the time is over",
  },
  {
    name: "page-of-a-canceled-order-stays-open",
    file: "src/workflows/page/check-page-payment.ts",
    find: "if (await isOrderOver(now, container)) await",
    replace: "if (!now) await",
    spec: SPEC,
    only: "when staff cancel the order",
  },
  {
    name: "payment-of-a-canceled-order-is-announced",
    file: "src/workflows/settlement/effects.ts",
    find: "return { error: PAID_TOO_LATE }",
    replace: "await Promise.resolve()",
    spec: SPEC,
    only: "paid before staff canceled its order",
  },
  {
    name: "cancellation-ends-a-page-that-is-paid",
    file: "src/workflows/task/cancel-task.ts",
    find: "if (!(await recordPaid(container, payment))) await",
    replace: "await",
    spec: SPEC,
    only: "when the agent cancels the task",
  },
  {
    name: "books-of-page-payments-are-not-compared",
    file: "src/queries/payment/books.ts",
    find: "p.route = 'page' and",
    replace: "p.route = 'none' and",
    spec: SPEC,
    only: "booked a capture twice",
  },
  {
    name: "interrupted-page-stays-open-at-the-provider",
    file: "src/workflows/payment/end-interrupted.ts",
    find: "if (session) await",
    replace: "if (!id && session) await",
    spec: SPEC,
    only: "killed before its link was stored",
  },
  {
    name: "page-link-of-a-payment-that-stripe-has-not-opened",
    file: "src/workflows/payment/payment-steps.ts",
    find: 'if (typeof session.data.client_secret !== "string")',
    replace: "if (!session)",
    spec: SPEC,
    only: "does not open the payment",
  },
]
