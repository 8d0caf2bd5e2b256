/** A form as it will be submitted. */
export interface FilledForm {
  action: string
  fields: URLSearchParams
}

/** What a person who means yes presses. */
const YES = /approve|allow|accept|authori[sz]e|agree|grant|yes|continue|log ?in|sign ?in|submit/i
const NO = /deny|decline|cancel|reject|refuse|log ?out|sign ?out/i

/**
 * Reads the form of a server-rendered page and fills it in: hidden fields and ticked boxes as they are, the rest from
 * `answers` by name or type, and the button that means yes. Undefined when the page has no POST form.
 */
export function readForm(
  html: string,
  pageUrl: string,
  answers: Record<string, string>
): FilledForm | undefined {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)]
  const posts = forms.filter(([, tag = ""]) => /^post$/i.test(attribute(tag, "method") ?? ""))
  const [, tag = "", body = ""] = posts.find(([whole]) => /password/i.test(whole)) ?? posts[0] ?? []
  if (posts.length === 0) return undefined
  const fields = new URLSearchParams()
  for (const [, input = ""] of body.matchAll(/<input\b([^>]*)>/gi)) fillInput(fields, input, answers)
  pressButton(fields, body)
  return { action: new URL(attribute(tag, "action") || pageUrl, pageUrl).href, fields }
}

function fillInput(fields: URLSearchParams, input: string, answers: Record<string, string>) {
  const name = attribute(input, "name")
  const type = attribute(input, "type") ?? "text"
  if (!name || type === "submit") return
  const isChoice = type === "checkbox" || type === "radio"
  if (isChoice && !/\schecked\b/i.test(input)) return
  const value = attribute(input, "value") ?? (isChoice ? "on" : "")
  fields.append(name, isChoice || type === "hidden" ? value : (answers[name] ?? answers[type] ?? value))
}

function pressButton(fields: URLSearchParams, body: string) {
  const buttons = [
    ...body.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>|<input\b([^>]*type="submit"[^>]*)>/gi),
  ]
  const named = buttons.map(([whole, tag = "", , input = ""]) => ({ whole, tag: tag || input }))
  const pressed = named.find(({ whole }) => YES.test(whole) && !NO.test(whole))
  const name = pressed && attribute(pressed.tag, "name")
  if (name) fields.append(name, attribute(pressed.tag, "value") ?? "")
}

function attribute(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag) ?? []
  const value = double ?? single ?? bare
  return value === undefined ? undefined : unescapeHtml(value)
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }

function unescapeHtml(text: string) {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(parseInt(hex, 16))
    return ENTITIES[name] ?? whole
  })
}
