/** A form ready to submit. */
export interface FilledForm {
  action: string
  fields: URLSearchParams
}

/** The labels of affirmative buttons. */
const YES = /approve|allow|accept|authori[sz]e|agree|grant|yes|continue|log ?in|sign ?in|submit/i
const NO = /deny|decline|cancel|reject|refuse|log ?out|sign ?out/i

/**
 * Parses and fills the form of a server-rendered page: hidden fields and checked boxes stay unchanged, other fields
 * come from `answers` by name or type, and the affirmative button is included. Undefined when the page has no POST
 * form.
 */
export function readForm(
  html: string,
  pageUrl: string,
  answers: Record<string, string>
): FilledForm | undefined {
  const [tag, body] = choose(postForms(html)) ?? []
  if (tag === undefined || body === undefined) return undefined
  const fields = new URLSearchParams()
  for (const [, input = ""] of body.matchAll(/<input\b([^>]*)>/gi)) fillInput(fields, input, answers)
  pressButton(fields, body)
  return { action: new URL(readAttribute(tag, "action") || pageUrl, pageUrl).href, fields }
}

type Form = [tag: string, body: string]

function postForms(html: string): Form[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)]
  return forms
    .map(([, tag = "", body = ""]): Form => [tag, body])
    .filter(([tag]) => /^post$/i.test(readAttribute(tag, "method") ?? ""))
}

/**
 * The login form if there is one, otherwise the form with an affirmative button: a page may also have forms that
 * cancel.
 */
function choose(forms: Form[]): Form | undefined {
  const login = forms.find(([, body]) => /type\s*=\s*["']?password/i.test(body))
  return login ?? forms.find(([, body]) => buttonMeaningYes(body)) ?? forms[0]
}

function fillInput(fields: URLSearchParams, input: string, answers: Record<string, string>) {
  const name = readAttribute(input, "name")
  const type = readAttribute(input, "type") ?? "text"
  if (!name || type === "submit") return
  const isChoice = type === "checkbox" || type === "radio"
  if (isChoice && !/\schecked\b/i.test(input)) return
  const value = readAttribute(input, "value") ?? (isChoice ? "on" : "")
  fields.append(name, isChoice || type === "hidden" ? value : (answers[name] ?? answers[type] ?? value))
}

function pressButton(fields: URLSearchParams, body: string) {
  const tag = buttonMeaningYes(body)
  const name = tag && readAttribute(tag, "name")
  if (name) fields.append(name, readAttribute(tag, "value") ?? "")
}

/** The attributes of the affirmative button. */
function buttonMeaningYes(body: string): string | undefined {
  const buttons = [
    ...body.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>|<input\b([^>]*type="submit"[^>]*)>/gi),
  ]
  const pressed = buttons.find(([whole]) => YES.test(whole) && !NO.test(whole))
  return pressed && (pressed[1] ?? pressed[3])
}

/** The value of an attribute in the text of a tag. */
export function readAttribute(tag: string, name: string): string | undefined {
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
