import type { Dossier } from "./dossier"
import type { Kind } from "./finding"

/** A rule that every payment must satisfy. */
export interface Check {
  readonly name: string
  /** The kind of its findings. */
  readonly kind: Kind
  /** Returns a sentence for each violation; false or undefined where there is none. */
  find(dossier: Dossier): (string | false | undefined)[]
}
