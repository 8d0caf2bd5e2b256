import type { Mutant } from "./mutant"

const SPEC = "integration-tests/migrations/live-migrations.spec.ts"

/** Faults in migrations, and in the functions that they create. */
export const MIGRATIONS: readonly Mutant[] = [
  {
    name: "function-follows-the-search-path-of-the-session",
    file: "src/modules/policy/migrations/functions/admit.ts",
    find: "language plpgsql set search_path from current",
    replace: "language plpgsql",
    spec: "integration-tests/http/database-functions.spec.ts",
  },
  {
    name: "index-is-made-in-one-go",
    file: "src/lib/live-migration/session.ts",
    find: 'readonly concurrently = "concurrently"',
    replace: 'readonly concurrently = ""',
    spec: SPEC,
  },
  {
    name: "rows-are-compared-under-the-lock",
    file: "src/lib/live-migration/live-changes.ts",
    find: "this.session.brief(`alter table ${table} add constraint ${name} ${definition} not valid`)",
    replace: "this.session.long(`alter table ${table} add constraint ${name} ${definition}`)",
    spec: SPEC,
  },
  {
    name: "lock-is-waited-for-without-a-bound",
    file: "src/lib/live-migration/session.ts",
    find: "this.bound(LOCK_WAIT_MS, BRIEF_MS)",
    replace: "this.bound(0, 0)",
    spec: SPEC,
  },
  {
    name: "broken-index-is-kept",
    file: "src/lib/live-migration/live-changes.ts",
    find: "if ((await this.session.long(broken)).length) await this.dropIndex(name)",
    replace: "",
    spec: SPEC,
  },
  {
    name: "reverted-accounts-leave-their-function",
    file: "src/modules/bank/migrations/Migration20261130000001.ts",
    find: "await tables.run(STORE_MESSAGES_OF_ONE_ACCOUNT)",
    replace: "",
    spec: SPEC,
    only: "can be reverted, and the previous version then stores notifications",
  },
]
