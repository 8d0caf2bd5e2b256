import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

/** The discovery documents that agents request first. Each must contain the base URL, or another store serves it. */
const DOCUMENTS = [
  "/.well-known/agent-card.json",
  "/.well-known/ucp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
]

/** Whether the store's public URL is reachable from this machine and belongs to this store. */
export const baseUrl: Check = {
  name: "base_url",
  async run(context) {
    const { base_url } = context.options
    const found = await Promise.all(DOCUMENTS.map((path) => findingAt(path, context)))
    const wrong = atOnce(found.filter((finding) => finding !== undefined))
    const documents = wrong.length
      ? wrong
      : [
          ok(`${base_url} answers, with every document for discovery`, {
            code: "answers",
            data: { base_url },
          }),
        ]
    return [...schemeOf(context), ...documents]
  },
}

function schemeOf({ options: { base_url }, env }: CheckContext): CheckResult[] {
  if (base_url.startsWith("https:")) return []
  const text = `${base_url} is not https: tokens would be sent in the clear`
  const advice = "Put the store behind https, and say so in base_url, or GW_BASE_URL."
  const told = { code: "not_https", data: { base_url } }
  return [env.NODE_ENV === "production" ? problem(text, advice, told) : warning(text, advice, told)]
}

/** Reports a store that does not respond at all once, not once per document. */
function atOnce(wrong: readonly CheckResult[]): readonly CheckResult[] {
  const isDown = wrong.length === DOCUMENTS.length && wrong.every(({ code }) => code === "silent")
  return isDown ? wrong.slice(0, 1) : wrong
}

async function findingAt(path: string, context: CheckContext): Promise<CheckResult | undefined> {
  const { base_url } = context.options
  try {
    const { status, headers, body } = await context.ask(base_url + path)
    if (status >= 300 && status < 400)
      return problem(
        `${path} is sent on to ${headers.get("location")}`,
        "Make base_url the address that answers itself: agents do not follow redirects.",
        { code: "redirects", data: { path, location: headers.get("location") } }
      )
    if (status !== 200)
      return problem(`${path} answers ${status}`, "Let the proxy hand every path on to the store.", {
        code: "status",
        data: { path, status },
      })
    if (body.includes(base_url)) return undefined
    return problem(
      `${path} answers, but does not name ${base_url}`,
      "Another store answers there, or this one runs with another base_url: start it again.",
      { code: "foreign", data: { path, base_url } }
    )
  } catch (error) {
    return problem(
      (error as Error).message,
      "Start the store, and check DNS, firewall and proxy; agents and the bank must reach it.",
      { code: "silent", data: { why: (error as Error).message } }
    )
  }
}
