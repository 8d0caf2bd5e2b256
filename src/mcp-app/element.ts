type Child = Node | string | false | undefined

/**
 * A new element. Texts become text nodes, so that no text of a product or of the store is ever read as HTML; `false` and
 * undefined are left out.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}

/** A paragraph with a text. */
export const paragraph = (className: string, text: string): HTMLElement => element("p", { className }, text)

/** A text that only screen readers read. */
export const unseen = (text: string): HTMLElement => element("span", { className: "unseen" }, text)
