import { world } from "../../integration-tests/support/world"

/** Where calls go and as whom. */
interface Caller {
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends JSON and reads JSON; throws whatever is no success. */
export type Send = <Body>(
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers?: object
) => Promise<Body>

/** Calls below a path of the store. */
export function caller({ root, headers }: Caller): Send {
  return async <Body>(method: "GET" | "POST", path: string, body?: object, more: object = {}) => {
    const response = await fetch(`${world().base_url}${root}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
    return JSON.parse(text) as Body
  }
}
