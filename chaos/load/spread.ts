import type { Random } from "../random"

/**
 * Distributes the requests to the first of these servers among all of them, as a load balancer would. Returns the function
 * that ends this. Clients know only the first address.
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
