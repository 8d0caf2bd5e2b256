import type { Mutant } from "./mutant"

/** Faults in webhooks: signatures, retries, order and duplicates. */
export const WEBHOOKS: readonly Mutant[] = [
  {
    name: "timestamp-is-not-signed",
    file: "src/domain/webhook-signature.ts",
    find: "${message.id}.${message.timestamp}.${message.body}",
    replace: "${message.id}.${message.body}",
    spec: "src/domain/__tests__/webhook-signature.unit.spec.ts",
  },
  {
    name: "order-of-parts-is-a-change",
    file: "src/webhooks/event-body.ts",
    find: "value.map(canonical).sort()",
    replace: "value.map(canonical)",
    spec: "src/webhooks/__tests__/event-body.unit.spec.ts",
  },
  {
    name: "retry-after-is-ignored",
    file: "src/webhooks/deliver-webhooks.ts",
    find: "pauseAfter(failures + 1, retry_after_seconds)",
    replace: "pauseAfter(failures + 1)",
    spec: "integration-tests/http/webhook-deliveries.spec.ts",
  },
  {
    name: "later-event-overtakes",
    file: "src/modules/webhook/migrations/functions/lease.ts",
    find: " and e.sequence < h.sequence",
    replace: " and e.sequence < h.sequence and e.failures = 0",
    spec: "integration-tests/http/webhook-deliveries.spec.ts",
  },
  {
    name: "webhook-of-another-client-is-deleted",
    file: "src/modules/webhook/subscriptions.ts",
    find: "    .where(where)\n",
    replace: "    .where(where.id ? { id: where.id } : where)\n",
    spec: "integration-tests/http/webhooks.spec.ts",
    only: "is hidden from other clients",
  },
  {
    name: "replaced-secret-signs-for-ever",
    file: "src/modules/webhook/deliveries.ts",
    find: "case when s.previous_until > now() then s.previous_secret end",
    replace: "s.previous_secret",
    spec: "integration-tests/http/webhook-deliveries.spec.ts",
    only: "for a day after the secret was rotated",
  },
  {
    name: "attempt-of-a-lost-lease-counts",
    file: "src/modules/webhook/migrations/functions/settle.ts",
    find: "where d.id = r.id and d.attempt = r.attempt and",
    replace: "where d.id = r.id and",
    spec: "integration-tests/http/leases.spec.ts",
    only: "ignores the result of an earlier attempt",
  },
  {
    name: "events-of-acp-are-sent-while-it-is-off",
    file: "src/modules/webhook/migrations/functions/lease.ts",
    find: " and s.profile = any (_profiles)",
    replace: "",
    spec: "integration-tests/http/acp-webhooks.spec.ts",
    only: "waits while the surface is off",
  },
  {
    name: "event-of-acp-has-a-new-id-per-attempt",
    file: "src/webhooks/webhook-message.ts",
    find: '"request-id": event.id,',
    replace: '"request-id": crypto.randomUUID(),',
    spec: "integration-tests/http/acp-webhooks.spec.ts",
    only: "repeats an event",
  },
]
