import type { Books } from "./books"
import { CHECKS } from "./checks"
import { dossiersOf } from "./dossiers"
import type { Finding } from "./finding"
import { CHECKS_LEFT_OUT } from "./left-out"
import { OVERALL } from "./overall"

/**
 * All findings in these books, by the checks that their bank allows; none when bank, store and Medusa agree and nothing
 * is pending.
 */
export function audit(books: Books): Finding[] {
  const dossiers = dossiersOf(books)
  const isPossible = ({ name }: { name: string }) => !(name in CHECKS_LEFT_OUT[books.mode])
  const single = dossiers.flatMap((dossier) =>
    CHECKS.filter(isPossible).flatMap(({ name: check, kind, find }) =>
      find(dossier)
        .filter((message) => typeof message === "string")
        .map((message) => ({ check, kind, about: dossier.name, message }))
    )
  )
  const overall = OVERALL.filter(isPossible).flatMap(({ name: check, kind, find }) =>
    find(books, dossiers).map((found) => ({ check, kind, ...found }))
  )
  return [...single, ...overall]
}
