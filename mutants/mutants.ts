import { EFFECTS } from "./effects"
import { GATES } from "./gates"
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
  ...OAUTH,
  ...SESSIONS,
  ...WEBHOOKS,
]
