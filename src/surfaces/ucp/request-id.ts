import type { Call } from "../call"
import type { Reply } from "../reply"

/** An answer with the `Request-Id` the platform gave its request (UCP: REST binding), or else the one it has with us. */
export function identified(answer: Reply, { headers, request_id }: Call): Reply {
  const theirs = headers["request-id"]
  const id = typeof theirs === "string" && isVisible(theirs) ? theirs : request_id
  return { ...answer, headers: { ...answer.headers, "Request-Id": id } }
}

const isVisible = (id: string) => /^[\x21-\x7e]{1,200}$/.test(id)
