import { RESTART } from "../advice"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { Answer, CheckContext } from "../check-context"
import { metadataPathOf } from "../metadata-path"

/** The discovery documents below the base URL. Each must contain the base URL, or another store serves it. */
const DOCUMENTS = ["agent-card.json", "ucp", "oauth-authorization-server", "oauth-protected-resource"]

/** Those that clients request at the origin when the base URL has a path. */
const AT_ORIGIN = ["oauth-authorization-server", "oauth-protected-resource"]

/** Whether the store's public URL is reachable from this machine and belongs to this store. */
export const baseUrl: Check = {
  name: "base_url",
  async run(context) {
    const { base_url } = context.options
    const atOrigin = new URL(base_url).pathname === "/" ? [] : AT_ORIGIN
    const results = await Promise.all([
      ...DOCUMENTS.map((name) => problemBelow(name, context)),
      ...atOrigin.map((name) => problemAtOrigin(name, context)),
    ])
    const problems = withoutRepetition(results)
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
function withoutRepetition(results: readonly (CheckResult | undefined)[]): readonly CheckResult[] {
  const problems = results.filter((result) => result !== undefined)
  const isDown = problems.length === results.length && problems.every(({ code }) => code === "silent")
  return isDown ? problems.slice(0, 1) : problems
}

function problemBelow(name: string, context: CheckContext): Promise<CheckResult | undefined> {
  const { base_url } = context.options
  const url = `${base_url}/.well-known/${name}`
  const path = new URL(url).pathname
  return problemAt(url, context, ({ status, headers, body }) => {
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
  })
}

/** A proxy that forwards only the path of the base URL keeps clients from this document. */
function problemAtOrigin(name: string, context: CheckContext): Promise<CheckResult | undefined> {
  const { base_url } = context.options
  const path = metadataPathOf(name, base_url)
  return problemAt(new URL(path, base_url).href, context, ({ status, body }) =>
    status === 200 && body.includes(base_url)
      ? undefined
      : problem(
          `${path} does not serve the store's document`,
          "Configure the proxy to forward this path to the store as well, unchanged: clients request the document there.",
          { code: "not_forwarded", data: { path } }
        )
  )
}

async function problemAt(
  url: string,
  { request }: CheckContext,
  judge: (answer: Answer) => CheckResult | undefined
): Promise<CheckResult | undefined> {
  try {
    return judge(await request(url))
  } catch (error) {
    const { message } = error as Error
    return problem(
      message,
      "Start the store, and check DNS, firewall and proxy; agents and the bank must reach it.",
      { code: "silent", data: { why: message } }
    )
  }
}
