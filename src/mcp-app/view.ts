/** What the document shows: a title, one sentence about the state, the content, and buttons. */
export interface View {
  readonly title: string
  readonly status: string
  readonly content: readonly Node[]
  readonly actions?: readonly Node[]
}

/**
 * Shows a view. The elements of the title and the status stay, so that a screen reader announces only their new texts,
 * and a focused button stays focused if the view still has it.
 */
export function show({ title, status, content, actions = [] }: View, lang: string): void {
  const focused = document.activeElement?.id
  document.documentElement.lang = lang
  setText("title", title)
  setText("status", status)
  part("content").replaceChildren(...content)
  part("actions").replaceChildren(...actions)
  if (focused) document.getElementById(focused)?.focus()
}

function setText(id: string, text: string): void {
  const element = part(id)
  if (element.textContent !== text) element.textContent = text
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the document has no element ${id}`)
  return found
}
