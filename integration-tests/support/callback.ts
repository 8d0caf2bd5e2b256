import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A redirect URI on the user's own machine, where the authorization code arrives (RFC 8252 section 7.3). */
export interface Callback {
  readonly redirect_uri: string
  /** The first redirect that arrives. */
  readonly arrived: Promise<URL>
  close(): void
}

export async function listenForCallback(): Promise<Callback> {
  let arrive: (url: URL) => void
  const arrived = new Promise<URL>((resolve) => (arrive = resolve))
  const server = createServer((request, response) => {
    response.end("You can go back to your agent.")
    if (request.url?.startsWith("/callback")) arrive(new URL(request.url, redirect_uri))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { redirect_uri, arrived, close: () => server.close() }
}
