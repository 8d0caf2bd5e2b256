const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Text that is HTML already, and is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

/** Template tag for HTML. Values are escaped unless they are Html; null becomes nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | null)[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index] ?? null)).join(""))
}

function render(value: string | Html | null): string {
  if (value === null) return ""
  if (value instanceof Html) return value.text
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}
