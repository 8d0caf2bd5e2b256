import { problemIn } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { type RawReply, reply } from "../../../gateway/reply"
import type { Client } from "../../../modules/oauth/models/client"
import { failJson } from "../oauth-errors"
import { authenticateClient } from "./authenticate-client"

/**
 * Authenticates the client of a request and responds to it. A public client that runs in a web page can read the
 * response, also an error, if the page's origin is that of one of its registered redirect URIs. Throws the errors of
 * authentication, which no page can read.
 */
export async function answerClient(
  form: Readonly<Record<string, string>>,
  call: Call,
  respond: (client: Client) => Promise<RawReply>
): Promise<RawReply> {
  const client = await authenticateClient(form, call)
  const { status, headers, body } = await respond(client).catch((thrown: unknown) => refusal(thrown, call))
  return reply(status, { ...headers, ...crossOrigin(client, call) }, body)
}

function refusal(thrown: unknown, call: Call): RawReply {
  const problem = problemIn(thrown)
  if (!problem) throw thrown
  return failJson(problem, undefined, call)
}

/** The request is a simple one in terms of CORS, so it needs no preflight. */
function crossOrigin({ auth_method, redirect_uris }: Client, { headers }: Call): Record<string, string> {
  const vary = { Vary: "Origin" }
  const { origin = "" } = headers
  const own = redirect_uris.map((uri) => new URL(uri)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (auth_method !== "none" || !own.some((uri) => uri.origin === origin)) return vary
  return { ...vary, "Access-Control-Allow-Origin": origin }
}
