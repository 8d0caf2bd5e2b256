import { DemoFailure } from "./failure"
import type { Login } from "./shop/logins"

const ALL_ON = { a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true }

/**
 * Enables the agent surfaces as the merchant would in the admin, because they are disabled in a new store. Returns
 * false when the store has no such settings.
 */
export async function switchSurfacesOn(base_url: string, admin: Login): Promise<boolean> {
  const authorization = await adminHeaders(base_url, admin)
  const settings = `${base_url}/admin/agentic-commerce/settings`
  const probe = await fetch(settings, { headers: authorization })
  if (probe.status === 404) return false
  await post(settings, ALL_ON, authorization)
  return true
}

/** The authorization header for the admin API. */
export async function adminHeaders(base_url: string, admin: Login): Promise<Record<string, string>> {
  const { token } = await post<{ token: string }>(`${base_url}/auth/user/emailpass`, admin)
  return { authorization: `Bearer ${token}` }
}

/** Posts JSON to the admin API and returns the response. Throws a DemoFailure for an error. */
export async function post<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new DemoFailure(`POST ${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
