import type { Mutant } from "./mutant"

/** Faults in what agents read and send by A2A. */
export const A2A: readonly Mutant[] = [
  {
    name: "refund-after-a-faster-one-is-in-an-unknown-state",
    file: "src/workflows/payment/operate-payment.ts",
    find: 'refund: "refund_exceeds_captured" } as const',
    replace: 'refund: "earlier_call_open" } as const',
    spec: "integration-tests/http/a2a-refund.spec.ts",
    only: "when the bank has refunded everything meanwhile",
  },
  {
    name: "approved-refund-that-is-not-executed-stays-open",
    file: "src/workflows/payment/operate-payment.ts",
    find: "    await failTask(container, operation)\n    await approvals",
    replace: "    await approvals",
    spec: "integration-tests/http/refund-outcomes.spec.ts",
    only: "fails its task when the outcome was unknown",
  },
  {
    name: "temporary-refusal-ends-an-approved-refund",
    file: "src/queries/payment/refused-operations.ts",
    find: "where o.status = 'refused' and o.kind = 'refund'\n     and a.status = 'approved' and a.failure_code is null and a.begin_at is null",
    replace:
      "where o.status = 'refused' and o.kind = 'refund'\n     and a.status = 'approved' and a.failure_code is null",
    spec: "integration-tests/http/refund-outcomes.spec.ts",
    only: "is tried again after a temporary refusal",
  },
  {
    name: "push-address-in-a-message-misses-the-first-events",
    file: "src/surfaces/a2a/dialects/send-message.ts",
    find: 'message?.taskId === id ? "next" : "first"',
    replace: '"next"',
    spec: "integration-tests/worlds/a2a-push.spec.ts",
    only: "report every event of the task of",
  },
  {
    name: "card-example-as-text-is-no-call",
    file: "src/surfaces/a2a/dialects/skill-call.ts",
    find: '{ path: "message.metadata", value: metadata }, ...texts]',
    replace: '{ path: "message.metadata", value: metadata }]',
    spec: "src/surfaces/a2a/dialects/__tests__/skill-call.unit.spec.ts",
  },
  {
    name: "rest-binding-accepts-calls-of-other-versions",
    file: "src/surfaces/a2a/dialects/rest/bound-endpoint.ts",
    find: 'if (version === "1.0") return',
    replace: "if (version) return",
    spec: "integration-tests/http/a2a-rest-errors.spec.ts",
    only: "and says what to send",
  },
  {
    name: "metadata-of-a-part-is-not-checked",
    file: "src/surfaces/a2a/dialects/message-checks.ts",
    find: "message.parts.findIndex(({ metadata }) => !isObjectOrNone(metadata))",
    replace: "-1",
    spec: "integration-tests/http/a2a-official-malformed.spec.ts",
  },
  {
    name: "subscription-error-is-an-event",
    file: "src/surfaces/a2a/dialects/official-dialect.ts",
    find: '"SendStreamingMessage"]',
    replace: '"SendStreamingMessage", "SubscribeToTask"]',
    spec: "integration-tests/http/a2a-official.spec.ts",
    only: "accept only a stream",
  },
  {
    name: "message-about-a-task-needs-no-scope",
    file: "src/surfaces/a2a/dialects/begin-message.ts",
    find: 'if (about.skill_id) await requireScope("a2a:payments:read", call)',
    replace: "if (about.skill_id) await Promise.resolve()",
    spec: "integration-tests/http/a2a-official.spec.ts",
    only: "is rejected without the scope to read payments",
  },
]
