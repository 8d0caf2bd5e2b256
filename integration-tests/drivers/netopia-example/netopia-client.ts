import { z } from "@medusajs/framework/zod"
import { Agent, request } from "undici"
import { BankError } from "../../../src/drivers/driver"
import type { NetopiaOptions } from "./options"

const dispatcher = new Agent({ connect: { timeout: 3000 }, maxResponseSize: 1024 * 1024 })

/**
 * Makes a call and returns the JSON of an answer with a status below 300. Throws BankError: not executed for a
 * rejection (4xx with an error in JSON), unknown for everything else. Only TLS authenticates the answer.
 */
export type NetopiaClient = (path: string, body: object) => Promise<unknown>

/** The client for one point of sale. */
export function netopiaClient({ api_url, api_key, timeout_ms }: NetopiaOptions): NetopiaClient {
  return async (path, body) => {
    const signal = AbortSignal.timeout(timeout_ms)
    const headers = { "content-type": "application/json", authorization: api_key }
    const call = { method: "POST", dispatcher, headers, body: JSON.stringify(body), signal } as const
    const response = await request(`${api_url}${path}`, call).catch(unreachable)
    const answer = parsed(await response.body.text().catch(unreachable))
    if (response.statusCode < 300) return answer
    throw errorOf(response.statusCode, answer)
  }
}

function unreachable(cause: unknown): never {
  throw new BankError("unreachable", "unknown", "NETOPIA sent no response", { cause })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BankError("malformed_answer", "unknown", "NETOPIA's response is not JSON")
  }
}

const Rejection = z.object({ error: z.object({ message: z.string().optional() }) })

const CODES: ReadonlyMap<number, string> = new Map([
  [401, "bank_configuration"],
  [403, "bank_configuration"],
  [404, "not_found"],
])

function errorOf(status: number, answer: unknown): BankError {
  const rejection = status >= 400 && status < 500 ? Rejection.safeParse(answer).data : undefined
  if (rejection)
    return new BankError(
      CODES.get(status) ?? "invalid_request",
      "not_executed",
      `NETOPIA rejected the call: ${rejection.error.message ?? status}`
    )
  return new BankError("unexpected_status", "unknown", `NETOPIA answered with the status ${status}`)
}
