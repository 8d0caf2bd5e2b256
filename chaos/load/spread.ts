import type { Random } from "../random"

/**
 * Sends each request for the first of some servers to any of them, as a load balancer in front of the store would, until
 * the function returned is called. Clients know the first address only.
 */
export function spreadOver(servers: readonly string[], random: Random): () => void {
  const direct = globalThis.fetch
  const [first = ""] = servers
  const anywhere = (url: string) => `${random.pick(servers)}${url.slice(first.length)}`
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? undefined : String(input)
    return direct(url?.startsWith(`${first}/`) ? anywhere(url) : input, init)
  }
  return () => void (globalThis.fetch = direct)
}
