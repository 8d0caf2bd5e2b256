import type { Mutant } from "./mutant"

/** Faults in what decides whether a call may enter: tokens, addresses, hours, rate limits. */
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
    file: "src/surfaces/gates.ts",
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
]
