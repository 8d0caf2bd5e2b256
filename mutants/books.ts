import type { Mutant } from "./mutant"

/** Faults in leases, and in the comparison of books. */
export const BOOKS: readonly Mutant[] = [
  {
    name: "lease-of-an-effect-is-not-renewed",
    file: "src/modules/bank/effects.ts",
    find: "this.ours(this.knex, due).update({ leased_until })",
    replace: "this.ours(this.knex, due).first(leased_until)",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "lost-lease-is-committed",
    file: "src/modules/bank/effects.ts",
    find: "if (done !== 1) throw lost(due)",
    replace: "if (done > 1) throw lost(due)",
    spec: "integration-tests/http/bank-late-words.spec.ts",
  },
  {
    name: "delivery-is-leased-for-a-second",
    file: "src/modules/webhook/deliveries.ts",
    find: "const LEASE_SECONDS = 60",
    replace: "const LEASE_SECONDS = 1",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "placement-is-recorded-without-the-cart",
    file: "src/modules/bank/placements.ts",
    find: "return held !== undefined && (await free.update(order)) === 1",
    replace: "return (held !== undefined || true) && (await free.update(order)) === 1",
    spec: "integration-tests/http/leases.spec.ts",
  },
  {
    name: "refund-in-medusa-takes-no-turn",
    file: "src/api/record-in-turn.ts",
    find: '  route("/admin/payments/:id/refund", takeRefundTurn),\n',
    replace: "",
    spec: "integration-tests/http/admin-payments-actions.spec.ts",
    only: "at the same time",
  },
  {
    name: "mirrored-refund-takes-no-turn",
    file: "src/workflows/payment/mirror.ts",
    find: "await (order_id ? holdingRefunds(order_id, container, refund) : refund())",
    replace: "await (order_id ? refund() : holdingRefunds(order_id, container, refund))",
    spec: "integration-tests/http/admin-payments-actions.spec.ts",
    only: "at the same time",
  },
  {
    name: "double-booking-stays",
    file: "src/domain/bookings.ts",
    find: "wrong: wrong.map(({ id }) => id)",
    replace: "wrong: wrong.slice(1).map(({ id }) => id)",
    spec: "integration-tests/worlds/slow-books.spec.ts",
  },
  {
    name: "difference-is-never-told",
    file: "src/queries/troubles.ts",
    find: "where c.differing > 2",
    replace: "where c.differing > 2000",
    spec: "integration-tests/worlds/slow-books.spec.ts",
  },
  {
    name: "wrong-summary-is-not-noticed",
    file: "src/queries/books.ts",
    find: "if (!isSame(books.transactions, books.summed))",
    replace: 'if (books.summed === "")',
    spec: "integration-tests/worlds/slow-books.spec.ts",
  },
]
