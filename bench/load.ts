import autocannon, { type Client } from "autocannon"

/** A request to repeat. */
export interface Target {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Record<string, string>
  readonly body?: string
  /** Paths to request in turn, instead of the one in `url`. */
  readonly paths?: readonly string[]
  /**
   * The number of requests, instead of a duration: with a slow server, requests without a response at the end would
   * burden the next round.
   */
  readonly amount?: number
  /** Creates the headers and body of each request. */
  readonly next?: () => { headers: Record<string, string>; body: string }
  /** Waits until the server has finished the work that its responses left pending. */
  readonly rest?: () => Promise<void>
}

/** The result under load: requests per second, and the 99th percentile of the response time in milliseconds. */
export interface Measured {
  readonly rate: number
  readonly p99: number
}

const CONNECTIONS = 20

/** Long enough to measure a slow peer, too. */
const TIMEOUT_SECONDS = 120

/** Measures a target with 20 connections. Throws when any response was not 200, because errors are fast. */
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

/** Sends one request and returns the body, so that a bench can check that both sides do the compared work. */
export async function fetchBody({ url, method, headers, body: sent }: Target): Promise<string> {
  const response = await fetch(url, { method, headers, body: sent })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${body}`)
  return body
}
