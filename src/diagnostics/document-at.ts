import type { CheckContext } from "./check-context"

/** The JSON document at a URL. Empty if it is not served, or is no object. */
export async function documentAt(
  url: string,
  { request }: CheckContext
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { status, body } = await request(url)
    return status === 200 ? { ...(JSON.parse(body) as object) } : {}
  } catch {
    return {}
  }
}
