import type { Mutant } from "./mutant"

/** Faults in the gates: tokens, allowed IP addresses, access schedules, rate limits. */
export const GATES: readonly Mutant[] = [
  {
    name: "rate-limit-allows-one-more",
    file: "src/domain/rate-limit.ts",
    find: "usage[window] >= (limits[window] ?? Infinity)",
    replace: "usage[window] > (limits[window] ?? Infinity)",
    spec: "src/domain/__tests__/rate-limit.unit.spec.ts",
  },
  {
    name: "forwarded-address-of-any-peer",
    file: "src/domain/networks.ts",
    find: "if (!before || !trusted.has(address)) break",
    replace: "if (!before) break",
    spec: "src/domain/__tests__/networks.unit.spec.ts",
  },
  {
    name: "rate-limit-before-whitelist",
    file: "src/gateway/gates.ts",
    find: "[authenticate, authorize, ipAllowed, withinHours, withinRate]",
    replace: "[authenticate, authorize, withinRate, ipAllowed, withinHours]",
    spec: "integration-tests/http/a2a-gates.spec.ts",
  },
  {
    name: "token-of-another-surface",
    file: "src/modules/policy/migrations/functions/admit.ts",
    find: " and g.resource = k.resource",
    replace: "",
    spec: "integration-tests/http/a2a-rpc.spec.ts",
  },
  {
    name: "stopped-agents-may-enter",
    file: "src/modules/policy/migrations/functions/admit.ts",
    find: "setting.${surface}_enabled and not setting.agents_stopped;",
    replace: "setting.${surface}_enabled;",
    spec: "integration-tests/http/agents-stopped.spec.ts",
    only: "each surface rejects the next call",
  },
  {
    name: "token-outlives-its-consent",
    file: "src/modules/policy/migrations/functions/admit.ts",
    find: " and t.revoked_at is null and g.revoked_at is null) as live",
    replace: " and t.revoked_at is null) as live",
    spec: "integration-tests/http/revocation.spec.ts",
    only: "a revoked consent",
  },
  {
    name: "scope-implies-others-of-its-surface",
    file: "src/domain/scopes.ts",
    find: "return granted.includes(wanted)",
    replace: 'return granted.some((one) => one.split(":")[0] === wanted.split(":")[0])',
    spec: "src/domain/__tests__/scopes.unit.spec.ts",
  },
  {
    name: "access-is-open-when-its-hours-end",
    file: "src/domain/hours.ts",
    find: "(time < to || to < from)",
    replace: "(time <= to || to < from)",
    spec: "src/domain/__tests__/hours.unit.spec.ts",
  },
  {
    name: "aborted-body-is-an-error-with-a-stack",
    file: "src/api/mount.ts",
    find: "if (!(thrown instanceof BodyAborted)) throw thrown",
    replace: "throw thrown",
    spec: "integration-tests/worlds/oauth-secrecy.spec.ts",
    only: "is one line of the log at every endpoint, below a warning and without a stack",
  },
  {
    name: "browsers-may-guess-the-type",
    file: "src/api/secure-headers.ts",
    find: 'res.setHeader("X-Content-Type-Options", "nosniff")',
    replace: "",
    spec: "integration-tests/http/response-headers.spec.ts",
  },
]
