import type { Books } from "./books"
import { CHECKS } from "./checks"
import { dossiersOf } from "./dossiers"
import type { Finding } from "./finding"

/** Everything that is wrong in these books; nothing when bank, store and Medusa agree and all has come to its end. */
export function audit(books: Books): Finding[] {
  return dossiersOf(books).flatMap((dossier) =>
    CHECKS.flatMap(({ name: check, kind, find }) =>
      find(dossier)
        .filter((words) => typeof words === "string")
        .map((words) => ({ check, kind, about: dossier.name, words }))
    )
  )
}
