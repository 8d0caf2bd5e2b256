import { world } from "../../integration-tests/support/world"

/** The root path and the headers of calls, and the server to call; by default the first. */
interface Caller {
  readonly base_url?: string
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends and receives JSON; throws for any error status. */
export type Send = <Body>(
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers?: object
) => Promise<Body>

/** Creates a Send for calls below a path of the store. */
export function caller({ base_url, root, headers }: Caller): Send {
  return async <Body>(method: "GET" | "POST", path: string, body?: object, more: object = {}) => {
    const response = await fetch(`${base_url ?? world().base_url}${root}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
    return JSON.parse(text) as Body
  }
}
