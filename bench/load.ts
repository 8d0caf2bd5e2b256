import autocannon from "autocannon"

/** A request to repeat. */
export interface Target {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Record<string, string>
  readonly body?: string
}

const CONNECTIONS = 20

/** Requests per second that 20 connections got answered. Throws when a single answer was not 200: errors are quick. */
export async function load(target: Target, seconds: number): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: seconds })
  const wrong = result.non2xx + result.errors + result.timeouts
  if (wrong) throw new Error(`${target.url}: ${wrong} of ${result.requests.total} requests failed`)
  return result.requests.total / result.duration
}

/** Asks once and returns the body, so that a bench can see that both sides do what it compares. */
export async function ask({ url, ...init }: Target): Promise<string> {
  const response = await fetch(url, init)
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${body}`)
  return body
}
