import type { Mutant } from "./mutant"

/** Faults in the lists of the merchant's staff. */
export const LISTS: readonly Mutant[] = [
  {
    name: "audit-search-text-is-not-escaped-as-json",
    file: "src/modules/policy/audit.ts",
    find: "containing(asInDetails(q))",
    replace: "containing(q)",
    spec: "integration-tests/http/admin-searched-lists.spec.ts",
    only: "finds entries by quotes, backslashes and emoji",
  },
]
