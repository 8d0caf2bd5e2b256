/** A section of a printed page: names with their values, or sentences. */
export interface PrintedSection {
  readonly title: string
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly lines?: readonly string[]
}

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; border-bottom: 1px solid #999 }
  th { text-align: left; vertical-align: top; font-weight: 600; padding-right: 1rem; white-space: nowrap }`

/** A complete HTML document without scripts. Every value is text, so that none can add markup. */
export function printedPage(title: string, language: string, sections: readonly PrintedSection[]): string {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = language
  const charset = Object.assign(page.createElement("meta"), { httpEquiv: "content-type" })
  charset.setAttribute("content", "text/html; charset=utf-8")
  page.head.prepend(charset)
  page.head.append(textIn(page, "style", STYLE))
  page.body.append(textIn(page, "h1", title))
  for (const section of sections) page.body.append(...contentOf(page, section))
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`
}

function contentOf(page: Document, { title, facts = [], lines = [] }: PrintedSection): Element[] {
  const table = page.createElement("table")
  for (const [name, value] of facts) {
    const row = page.createElement("tr")
    row.append(textIn(page, "th", name), textIn(page, "td", value))
    table.append(row)
  }
  const list = page.createElement("ul")
  list.append(...lines.map((line) => textIn(page, "li", line)))
  return [textIn(page, "h2", title), ...(facts.length ? [table] : []), ...(lines.length ? [list] : [])]
}

function textIn(page: Document, tag: string, text: string): HTMLElement {
  return Object.assign(page.createElement(tag), { textContent: text })
}
