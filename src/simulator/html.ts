const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

/** Template tag for HTML: whatever is put in is escaped, unless it is Html; null leaves nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | null)[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index] ?? null)).join(""))
}

function render(value: string | Html | null): string {
  if (value === null) return ""
  if (value instanceof Html) return value.text
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
}
