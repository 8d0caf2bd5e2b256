import { setTimeout as sleep } from "node:timers/promises"

const TIMEOUT_SECONDS = 120

/** An account of the admin. */
export interface Merchant {
  readonly email: string
  readonly password: string
}

/** A call of the store's admin API. */
export interface Sent {
  readonly token?: string
  /** Makes the call a POST. */
  readonly body?: object
}

/** Calls the store and returns its JSON. Throws with the response when it is an error. */
export async function call<T = unknown>(url: string, { token, body }: Sent): Promise<T> {
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} responded with ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

/** The merchant's token for the admin API. */
export async function logIn(base_url: string, { email, password }: Merchant): Promise<string> {
  const body = { email, password }
  return (await call<{ token: string }>(`${base_url}/auth/user/emailpass`, { body })).token
}

/** The first value of `look` that is neither undefined nor false. Throws after two minutes. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + TIMEOUT_SECONDS * 1000
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(250)
  }
  throw new Error(`After ${TIMEOUT_SECONDS} seconds it is not true that ${what}.`)
}
