import { surfaceEnabled } from "../../gateway/gates"
import { isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { failJson } from "./oauth-errors"
import { decideByProgram } from "./interaction/decide-by-program"
import { failAccountPage, failPage } from "./pages/fail-page"
import { isJson, read } from "./read-request"

const both = {
  name: "oauth",
  gates: [surfaceEnabled],
  read,
  write: (result) => (isReply(result) ? result : json(result)),
} satisfies Partial<Surface>

/**
 * The endpoints of the authorization server that programs call: errors are JSON bodies (RFC 6749 §5.2). Web pages may
 * call registration, pushed requests and the token endpoint from a browser (CORS), but not introspection and revocation.
 */
export const oauth: Surface = {
  ...both,
  cors: ["/oauth/v1/register", "/oauth/v1/par", "/oauth/v1/token"],
  fail: failJson,
}

/** The endpoints of the authorization server that a person's browser opens: errors are pages, never redirects. */
export const oauthPages: Surface = { ...both, fail: failPage }

/** The page on which customers end what they have allowed. */
export const oauthAccount: Surface = { ...both, fail: failAccountPage }

/**
 * The endpoint of the consent decision: a form post from a browser, or JSON from a program of the store. Each gets
 * errors in its own format.
 */
export const oauthDecisions: Surface = {
  ...oauthPages,
  read: (call, operation) => read(call, isJson(call) ? decideByProgram : operation),
  fail: (problem, request, call) => (isJson(call) ? failJson : failPage)(problem, request, call),
}
