import type { Books } from "./books"
import { CHECKS } from "./checks"
import { dossiersOf } from "./dossiers"
import type { Finding } from "./finding"
import { OVERALL } from "./overall"

/** All findings in these books; none when bank, store and Medusa agree and nothing is pending. */
export function audit(books: Books): Finding[] {
  const dossiers = dossiersOf(books)
  const single = dossiers.flatMap((dossier) =>
    CHECKS.flatMap(({ name: check, kind, find }) =>
      find(dossier)
        .filter((message) => typeof message === "string")
        .map((message) => ({ check, kind, about: dossier.name, message }))
    )
  )
  const overall = OVERALL.flatMap(({ name: check, kind, find }) =>
    find(books, dossiers).map((found) => ({ check, kind, ...found }))
  )
  return [...single, ...overall]
}
