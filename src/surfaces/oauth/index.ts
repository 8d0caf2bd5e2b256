import { surfaceEnabled } from "../gates"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { failJson } from "./errors"
import { decideByProgram } from "./interaction/decide-by-program"
import { failPage } from "./pages/fail-page"
import { isJson, read } from "./read"

const both = {
  name: "oauth",
  gates: [surfaceEnabled],
  read,
  write: (result) => (isReply(result) ? result : json(result)),
} satisfies Partial<Surface>

/**
 * The authorization server as programs see it: refusals are RFC 6749 §5.2 bodies. A page in a browser can become a
 * client and get tokens; what introspection and revocation tell is for nobody's page.
 */
export const oauth: Surface = { ...both, cors: ["/oauth/v1/register", "/oauth/v1/token"], fail: failJson }

/** The authorization server as a person's browser sees it: refusals are pages, never a redirect to somewhere else. */
export const oauthPages: Surface = { ...both, fail: failPage }

/** Where a person decides: in a browser by a form, in a program of the store by JSON, each refused in its own way. */
export const oauthDecisions: Surface = {
  ...oauthPages,
  read: (call, operation) => read(call, isJson(call) ? decideByProgram : operation),
  fail: (problem, asked, call) => (isJson(call) ? failJson : failPage)(problem, asked, call),
}
