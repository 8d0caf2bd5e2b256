import type { Mutant } from "./mutant"

/** Faults in parsing, comparing and limiting amounts. */
export const MONEY: readonly Mutant[] = [
  {
    name: "amount-keeps-what-division-left",
    file: "src/lib/minor-units.ts",
    find: "MathBN.convert(exact.precision(EXACT_DIGITS), DECIMALS).toFixed()",
    replace: "exact.toFixed()",
    spec: "src/lib/__tests__/minor-units.unit.spec.ts",
  },
  {
    name: "cart-total-is-rounded-by-itself",
    file: "src/queries/checkout/carts.ts",
    find: "return toMinorUnits(await exactTotalOf(container, cart_id), currency)",
    replace:
      'return Math.round((await exactTotalOf(container, cart_id)).multipliedBy(10 ** (currency === "JPY" ? 0 : currency === "KWD" ? 3 : 2)).integerValue(1).toNumber())',
    spec: "integration-tests/worlds/half-minor-units.spec.ts",
    only: "through ACP",
  },
  {
    name: "session-of-another-amount-opens-another-payment",
    file: "src/providers/payment-bank/service.ts",
    find: "if (!payment || payment.session_id) return undefined",
    replace: "if (payment || !payment) return undefined",
    spec: "integration-tests/http/order-balance.spec.ts",
  },
  {
    name: "order-balance-is-taken-for-a-cart",
    file: "src/providers/payment-bank/service.ts",
    find: "const order = await this.bank.orderOfSession(session_id)",
    replace: "const order = await this.bank.orderOfSession(`${session_id}x`)",
    spec: "integration-tests/http/order-balance.spec.ts",
  },
  {
    name: "client-row-is-not-locked-for-its-budget",
    file: "src/modules/bank/spending.ts",
    find: 'await rulesFor(trx, payment, "for no key update of c")',
    replace: "await rulesFor(trx, payment)",
    spec: "integration-tests/http/spending-rules.spec.ts",
  },
  {
    name: "day-is-summed-over-all-currencies",
    file: "src/modules/bank/spending.ts",
    find: ".where({ client_id, currency })",
    replace: ".where({ client_id })",
    spec: "integration-tests/http/spending-rules.spec.ts",
  },
  {
    name: "unpaid-order-is-not-locked",
    file: "src/modules/bank/unpaid-orders.ts",
    find: 'await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`gw_payment ${order_id}`])',
    replace: "",
    spec: "integration-tests/http/order-balance.spec.ts",
  },
  {
    name: "lost-dispute-can-be-refunded",
    file: "src/modules/bank/models/payment.ts",
    find: 'status === "won" ? sum : sum + amount',
    replace: 'status !== "open" ? sum : sum + amount',
    spec: "integration-tests/http/bank-disputes.spec.ts",
  },
  {
    name: "refund-of-medusa-ignores-disputes",
    file: "src/providers/payment-bank/service.ts",
    find: "if (disputedOf(payment) > 0 && amount > remainderOf(payment).to_refund)",
    replace: "if (disputedOf(payment) < 0)",
    spec: "integration-tests/http/bank-disputes.spec.ts",
  },
  {
    name: "half-a-minor-unit-is-cut-off",
    file: "src/domain/money.ts",
    find: "Number(fraction[exponent] ?? 0) >= 5",
    replace: "Number(fraction[exponent] ?? 0) > 5",
    spec: "src/domain/__tests__/money.unit.spec.ts",
  },
]
