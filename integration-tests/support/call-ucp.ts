import { world } from "./world"

/** An answer of the UCP surface. */
export interface UcpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & {
    ucp: { version: string; capabilities: Record<string, { version: string }[]> }
  }
}

/** Calls a path of the store with an optional token and further headers. */
export async function callUcp(
  path: string,
  token: string | undefined,
  { headers = {}, base_url = world().base_url, ...init }: RequestInit & { base_url?: string } = {}
): Promise<UcpAnswer> {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(`${base_url}${path}`, {
    ...init,
    headers: { ...(headers as Record<string, string>), ...authorization },
    redirect: "manual",
  })
  const { status } = response
  return { status, headers: response.headers, body: (await response.json()) as UcpAnswer["body"] }
}
