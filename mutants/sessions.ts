import type { Mutant } from "./mutant"

/** Faults in idempotency keys and in carts and checkouts of agents. */
export const SESSIONS: readonly Mutant[] = [
  {
    name: "key-of-another-request",
    file: "src/modules/agent/idempotency.ts",
    find: 'if (known && known.request_hash !== request.request_hash) throw problem("idempotency_conflict")',
    replace: "",
    spec: "integration-tests/http/acp-protocol.spec.ts",
  },
  {
    name: "claimed-request-is-claimed-again",
    file: "src/modules/agent/idempotency.ts",
    find: " and known.leased_until <= now()",
    replace: "",
    spec: "integration-tests/http/acp-protocol.spec.ts",
  },
  {
    name: "change-over-another-attempt",
    file: "src/modules/agent/sessions.ts",
    find: '.whereRaw("payment_id is not distinct from ?", [payment_id])',
    replace: "",
    spec: "integration-tests/http/ucp-checkout-stalled.spec.ts",
  },
  {
    name: "stock-is-not-locked",
    file: "src/workflows/session/complete-session.ts",
    find: "acquire(cart_id, { beside: await stockedItemsOf(container, cart_id) })",
    replace: "acquire(cart_id)",
    spec: "integration-tests/worlds/ucp-two-servers.spec.ts",
  },
  {
    name: "idempotency-ignores-the-path",
    file: "src/surfaces/idempotency/key.ts",
    find: 'return digest(`${JSON.stringify(params)} ${digest(body ?? "")}`)',
    replace: 'return digest(`${params ? "" : "x"} ${digest(body ?? "")}`)',
    spec: "integration-tests/worlds/app-orders.spec.ts",
  },
]
