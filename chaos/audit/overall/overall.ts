import type { Books } from "../books"
import type { Dossier } from "../dossier"
import type { Finding, Kind } from "../finding"

/** One thing that must hold for the books as a whole, or for something that is no payment. */
export interface OverallCheck {
  readonly name: string
  /** What it is when it does not hold. */
  readonly kind: Kind
  find(books: Books, dossiers: readonly Dossier[]): Pick<Finding, "about" | "words">[]
}
