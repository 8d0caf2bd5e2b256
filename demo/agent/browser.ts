import { DemoFailure } from "../failure"
import { CookieJar } from "./cookies"
import { readForm } from "./form"
import type { Talk } from "./talk"

/** The maximum number of pages of a login with consent, to detect a loop. */
const MAX_PAGES = 10

/**
 * Simulates a browser: opens a page, follows redirects, fills every form with `answers` and submits it affirmatively,
 * until a redirect leads to `until`. Returns the URL of that redirect.
 */
export async function browse(
  start: string,
  until: string,
  answers: Record<string, string>,
  talk: Talk
): Promise<URL> {
  const jar = new CookieJar()
  let next: { url: string; form?: URLSearchParams } = { url: start }
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await talk(next.form ? "POST" : "GET", next.url, {
      form: next.form,
      headers: { accept: "text/html", origin: new URL(next.url).origin, cookie: jar.header() },
    })
    jar.store(answer.headers)
    const location = answer.headers.get("location")
    if (location) {
      const target = new URL(location, next.url)
      if (target.href.startsWith(until)) return target
      next = { url: target.href }
      continue
    }
    const form = answer.status < 500 ? readForm(answer.text, next.url, answers) : undefined
    if (!form) throw new DemoFailure(`${next.url} responded with ${answer.status} and without a form.`)
    next = { url: form.action, form: form.fields }
  }
  throw new DemoFailure(`${start} does not lead to ${until}: there is no consent after ${MAX_PAGES} pages.`)
}
