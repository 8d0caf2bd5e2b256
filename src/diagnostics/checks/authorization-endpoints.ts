import { FORWARD } from "../advice"
import type { Answer, CheckContext } from "../check-context"
import { type CheckResult, problem } from "../check-result"

/** Whether an answer is the one that only the store's own endpoint gives. */
type IsOwn = (answer: Answer) => boolean

/**
 * Whether the authorization endpoint and the token endpoint are the store's own. They get a request without parameters,
 * which both refuse without an effect.
 */
export async function endpointFaults(
  authorization_endpoint: string,
  token_endpoint: string,
  { request }: CheckContext
): Promise<CheckResult[]> {
  const faults = await Promise.all([
    faultOf(authorization_endpoint, request(authorization_endpoint), isErrorPage, "the store's error page"),
    // As JSON: an empty form would count as a failed authentication of a client.
    faultOf(token_endpoint, request(token_endpoint, {}), isOAuthError, "an OAuth error in JSON"),
  ])
  return faults.filter((fault) => fault !== undefined)
}

async function faultOf(
  url: string,
  answering: Promise<Answer>,
  isOwn: IsOwn,
  expected: string
): Promise<CheckResult | undefined> {
  const { pathname } = new URL(url)
  try {
    const answer = await answering
    if (isOwn(answer)) return undefined
    const { status, headers } = answer
    if (status >= 300 && status < 400)
      return problem(`${pathname} redirects to ${headers.get("location")}`, FORWARD)
    return problem(`${pathname} answers ${status} without ${expected}`, status < 500 ? FORWARD : READ_LOG)
  } catch (error) {
    return problem((error as Error).message, FORWARD)
  }
}

const READ_LOG = "See the logs of the proxy and of the store for this request."

/** A proxy can answer 400 with a page, too: `fault` is the class of the message on the store's pages. */
const isErrorPage: IsOwn = ({ status, body }) => status === 400 && body.includes('class="fault"')

const isOAuthError: IsOwn = ({ status, body }) => status === 400 && errorIn(body) === "invalid_request"

function errorIn(body: string): unknown {
  try {
    return { ...(JSON.parse(body) as { error?: unknown }) }.error
  } catch {
    return undefined
  }
}
