import type { Dossier } from "./dossier"
import type { Kind } from "./finding"

/** One thing that must hold for every payment. */
export interface Check {
  readonly name: string
  /** What it is when it does not hold. */
  readonly kind: Kind
  /** Says in words, one sentence each, what does not hold; nothing when all is well. */
  find(dossier: Dossier): (string | false | undefined)[]
}
