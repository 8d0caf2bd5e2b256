/** A page as the browser received it; redirects are not followed. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** The target of a redirect. */
  readonly location: URL | undefined
}

interface Cookie {
  readonly path: string
  readonly value: string
}

/** A browser without scripts: stores cookies by path and submits forms. */
export class OAuthBrowser {
  private readonly cookies = new Map<string, Cookie>()

  /** `headers` are sent with every request. */
  constructor(private readonly headers: Record<string, string> = {}) {}

  open(url: string | URL): Promise<Page> {
    return this.request(new URL(url))
  }

  /** Submits the page's form that contains `button` (a label), with `answers` replacing the fields' own values. */
  submit(page: Page, button: string, answers: Record<string, string> = {}): Promise<Page> {
    const { action, fields } = formWith(page.html, button)
    return this.post(new URL(action, page.url), { ...fields, ...answers })
  }

  post(
    url: string | URL,
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {}
  ): Promise<Page> {
    return this.request(new URL(url), {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", origin: "null", ...headers },
    })
  }

  /** Posts JSON, as a script on a page of the store could. */
  postJson(url: string | URL, value: unknown): Promise<Page> {
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" }
    return this.request(new URL(url), { method: "POST", body: JSON.stringify(value), headers })
  }

  private async request(url: URL, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers({ ...this.headers, ...(init.headers as Record<string, string>) })
    headers.set("cookie", this.cookieHeader(url))
    const response = await fetch(url, { ...init, headers, redirect: "manual" })
    this.receive(response)
    const location = response.headers.get("location")
    return {
      url: url.href,
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location === null ? undefined : new URL(location, url),
    }
  }

  /** Stores the cookies of a response, also of one that a script of the store's pages requested. */
  receive({ headers }: Pick<Response, "headers">): void {
    headers.getSetCookie().forEach((line) => this.keep(line))
  }

  private keep(line: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? "/"
    this.cookies.set(`${path} ${name}`, { path, value: `${name}=${value}` })
  }

  private cookieHeader({ pathname }: URL): string {
    const sent = [...this.cookies.values()].filter(({ path }) => pathname.startsWith(path))
    return sent.map(({ value }) => value).join("; ")
  }
}

/** The form around a button, with the fields a browser would send when the button is pressed. */
function formWith(html: string, button: string): { action: string; fields: Record<string, string> } {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
  const [, tag = "", body = ""] = forms.find(([form]) => form.includes(`>${button}</button>`)) ?? []
  const controls = [...outsideOf(attribute(tag, "id"), html), ...controlsIn(body)]
  const fields = controls.map((control) => [attribute(control, "name"), attribute(control, "value")] as const)
  return {
    action: attribute(tag, "action"),
    fields: Object.fromEntries(fields.filter(([name]) => name !== "")),
  }
}

const controlsIn = (html: string): string[] =>
  [...html.matchAll(/<input\b([^>]*)>|<button\b([^>]*)>/g)].map(
    ([, input, pressed]) => input ?? pressed ?? ""
  )

/** The controls anywhere on the page that name the form they belong to. */
const outsideOf = (form: string, html: string): string[] =>
  form ? controlsIn(html).filter((control) => attribute(control, "form") === form) : []

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? []
  return value.replace(/&([^;]+);/g, (entity, named: string) => ENTITIES[named] ?? entity)
}
