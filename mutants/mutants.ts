import { BANK_CALLS } from "./bank-calls"
import { BOOKS } from "./books"
import { EFFECTS } from "./effects"
import { GATES } from "./gates"
import { MIGRATIONS } from "./migrations"
import { MONEY } from "./money"
import type { Mutant } from "./mutant"
import { OAUTH } from "./oauth"
import { REDUCER } from "./reducer"
import { SESSIONS } from "./sessions"
import { WEBHOOKS } from "./webhooks"

/** Every fault that is planted, each of which a developer could make, and a test must find. */
export const MUTANTS: readonly Mutant[] = [
  ...GATES,
  ...REDUCER,
  ...EFFECTS,
  ...MONEY,
  ...BANK_CALLS,
  ...BOOKS,
  ...OAUTH,
  ...SESSIONS,
  ...WEBHOOKS,
  ...MIGRATIONS,
]
