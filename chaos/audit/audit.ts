import type { Books } from "./books"
import { CHECKS } from "./checks"
import { dossiersOf } from "./dossiers"
import type { Finding } from "./finding"
import { OVERALL } from "./overall"

/** Everything that is wrong in these books; nothing when bank, store and Medusa agree and all has come to its end. */
export function audit(books: Books): Finding[] {
  const dossiers = dossiersOf(books)
  const single = dossiers.flatMap((dossier) =>
    CHECKS.flatMap(({ name: check, kind, find }) =>
      find(dossier)
        .filter((words) => typeof words === "string")
        .map((words) => ({ check, kind, about: dossier.name, words }))
    )
  )
  const overall = OVERALL.flatMap(({ name: check, kind, find }) =>
    find(books, dossiers).map((found) => ({ check, kind, ...found }))
  )
  return [...single, ...overall]
}
