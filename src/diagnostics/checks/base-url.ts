import { RESTART } from "../advice"
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
    const results = await Promise.all(DOCUMENTS.map((path) => problemAt(path, context)))
    const problems = withoutRepetition(results.filter((result) => result !== undefined))
    const documents = problems.length
      ? problems
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
  const advice = "Serve the store by https, and set its https address as base_url, or GW_BASE_URL."
  const details = { code: "not_https", data: { base_url } }
  return [env.NODE_ENV === "production" ? problem(text, advice, details) : warning(text, advice, details)]
}

/** Reports a store that does not respond at all once, not once per document. */
function withoutRepetition(problems: readonly CheckResult[]): readonly CheckResult[] {
  const isDown = problems.length === DOCUMENTS.length && problems.every(({ code }) => code === "silent")
  return isDown ? problems.slice(0, 1) : problems
}

async function problemAt(path: string, context: CheckContext): Promise<CheckResult | undefined> {
  const { base_url } = context.options
  try {
    const { status, headers, body } = await context.request(base_url + path)
    if (status >= 300 && status < 400)
      return problem(
        `${path} redirects to ${headers.get("location")}`,
        "Set base_url to the address that it redirects to: agents do not follow redirects.",
        { code: "redirects", data: { path, location: headers.get("location") } }
      )
    if (status !== 200)
      return problem(`${path} answers ${status}`, "Configure the proxy to forward every path to the store.", {
        code: "status",
        data: { path, status },
      })
    if (body.includes(base_url)) return undefined
    return problem(`${path} answers, but does not contain ${base_url}`, RESTART, {
      code: "foreign",
      data: { path, base_url },
    })
  } catch (error) {
    return problem(
      (error as Error).message,
      "Start the store, and check DNS, firewall and proxy; agents and the bank must reach it.",
      { code: "silent", data: { why: (error as Error).message } }
    )
  }
}
