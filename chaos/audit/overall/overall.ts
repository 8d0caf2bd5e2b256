import type { Books } from "../books"
import type { Dossier } from "../dossier"
import type { Finding, Kind } from "../finding"

/** A rule for all books together, or for records other than payments. */
export interface OverallCheck {
  readonly name: string
  /** The kind of its findings. */
  readonly kind: Kind
  find(books: Books, dossiers: readonly Dossier[]): Pick<Finding, "about" | "message">[]
}
