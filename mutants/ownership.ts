import type { Mutant } from "./mutant"

/** Faults that show or change the orders of another client or customer. */
export const OWNERSHIP: readonly Mutant[] = [
  {
    name: "session-of-another-customer-is-found",
    file: "src/queries/checkout/sessions.ts",
    find: ' and s.customer_id is not distinct from :customer_id"',
    replace: '"',
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "with the token of its customer",
  },
  {
    name: "session-of-another-client-of-the-customer-is-found",
    file: "src/queries/checkout/sessions.ts",
    find: '"s.client_id = :client_id and',
    replace: '"(s.client_id = :client_id or s.customer_id is not null) and',
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "is neither read nor canceled over ACP",
  },
  {
    name: "scope-to-read-orders-shows-those-of-other-clients",
    file: "src/surfaces/ucp/order/owned-orders.ts",
    find: 'scopes, "dev.ucp.shopping.order.all:read"',
    replace: 'scopes, "dev.ucp.shopping.order:read"',
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "refunded over UCP by a client of the same customer",
  },
  {
    name: "order-of-a-guest-is-found-by-a-customer",
    file: "src/queries/order/agent-orders.ts",
    find: 'orders.where({ ...own, "s.customer_id": customer_id })',
    replace: "orders.where(own)",
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "is read over UCP with the scope",
  },
  {
    name: "order-number-finds-the-payment-of-another-client",
    file: "src/surfaces/a2a/payment-key.ts",
    find: "{ ...key, ...visibleTo(callerOf(call)) }",
    replace: "id === undefined ? key : { ...key, ...visibleTo(callerOf(call)) }",
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "is neither read, captured, refunded nor canceled over A2A",
  },
  {
    name: "payments-of-all-clients-are-listed",
    file: "src/surfaces/a2a/skills/list-payments.ts",
    find: "...filters, ...visibleTo(callerOf(call))",
    replace: "...filters",
    spec: "integration-tests/http/order-ownership.spec.ts",
    only: "is listed over A2A only while",
  },
]
