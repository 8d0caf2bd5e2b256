import autocannon, { type Client } from "autocannon"

/** A request to repeat. */
export interface Target {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Paths to ask for one after another, instead of the one in `url`. */
  readonly paths?: readonly string[]
  /** So many requests instead of so many seconds: what a slow server has not answered then would burden the next round. */
  readonly amount?: number
  /** Makes every request another one. */
  readonly next?: () => { headers: Record<string, string>; body: string }
  /** Waits until the server has done what it owes to the requests it has answered. */
  readonly rest?: () => Promise<void>
}

/** What a server answered under load: requests per second, and the milliseconds 99 % of the answers took at most. */
export interface Measured {
  readonly rate: number
  readonly p99: number
}

const CONNECTIONS = 20

/** A slow peer is measured, too. */
const TIMEOUT_SECONDS = 120

/** What 20 connections got answered. Throws when a single answer was not 200: errors are quick. */
export async function load(
  { next, rest, amount, paths, ...target }: Target,
  seconds: number
): Promise<Measured> {
  const setupClient = next && ((client: Client) => keepChanging(client, next))
  const length = amount ? { amount } : { duration: seconds }
  const requests = paths?.map((path) => ({ path }))
  const result = await autocannon({
    ...target,
    ...length,
    requests,
    connections: CONNECTIONS,
    timeout: TIMEOUT_SECONDS,
    setupClient,
  })
  const wrong = result.non2xx + result.errors + result.timeouts
  if (wrong) throw new Error(`${target.url}: ${wrong} of ${result.requests.total} requests failed`)
  await rest?.()
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 }
}

function keepChanging(client: Client, next: NonNullable<Target["next"]>): void {
  const change = () => {
    const { headers, body } = next()
    client.setHeadersAndBody(headers, body)
  }
  change()
  client.on("response", change)
}

/** Asks once and returns the body, so that a bench can see that both sides do what it compares. */
export async function ask({ url, method, headers, body: sent }: Target): Promise<string> {
  const response = await fetch(url, { method, headers, body: sent })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${body}`)
  return body
}
