const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** A piece of HTML that is safe to insert into another. */
export class Markup {
  constructor(readonly html: string) {}
}

type Piece = Markup | readonly Markup[] | string | undefined

/** A template tag for HTML: escapes every inserted text, but not Markup. Undefined inserts nothing. */
export function markup(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(literals.reduce((html, literal, index) => html + rendered(pieces[index - 1]) + literal))
}

function rendered(piece: Piece): string {
  if (piece === undefined) return ""
  if (piece instanceof Markup) return piece.html
  if (typeof piece === "string") return piece.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
  return piece.map(({ html }) => html).join("")
}
