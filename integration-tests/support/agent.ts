import { randomUUID } from "node:crypto"
import { sql } from "./database"
import { mintTokens } from "./mint-tokens"
import { registerClient } from "./oauth-client"
import { world } from "./world"

/** A saved card as returned by the A2A surface. */
export interface Card {
  token_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  status: string
  usage: string
}

/** A task as returned by the A2A surface. */
export interface Task {
  task_id: string
  state: string
  artifacts: {
    payment_id: string
    shop_order_id: number
    sca_redirect_url: string
    payment: Record<string, unknown>
    card?: Card
    error?: { code: string; message: string }
  }
  stream_url: string
}

/** A JSON-RPC answer with its HTTP status and headers. */
export interface RpcAnswer<Result = Task> {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    jsonrpc: string
    id: string | number | null
    result: Result
    error: { code: number; message: string; data: Record<string, unknown> & { code: string } }
  }
}

/** An agent with a token. Each agent has its own client, so that tests do not see each other's payments. */
export class Agent {
  private constructor(
    readonly access_token: string,
    readonly client_id = ""
  ) {}

  /** An agent with the merchant's consent to these scopes, without rate limits. */
  static async withScopes(...scopes: string[]): Promise<Agent> {
    const agent = await Agent.withLimits(...scopes)
    await sql(
      `update gw_oauth_client set limits = '{"minute": null, "hour": null, "day": null}' where id = $1`,
      [agent.client_id]
    )
    return agent
  }

  /** The same with the store's rate limits. Agents without limits can poll as often as a test needs. */
  static async withLimits(...scopes: string[]): Promise<Agent> {
    const client = await registerClient({ scopes })
    return new Agent((await mintTokens(client, "admin")).access_token, client.client_id)
  }

  static withToken(access_token: string): Agent {
    return new Agent(access_token)
  }

  /** Calls a method with a new JSON-RPC id. */
  call<Result = Task>(method: string, params: unknown = {}): Promise<RpcAnswer<Result>> {
    return this.post(JSON.stringify({ jsonrpc: "2.0", id: randomUUID(), method, params }))
  }

  /** Calls a skill through `tasks/send`. */
  send(skill_id: string, input: unknown, idempotency_key?: string): Promise<RpcAnswer> {
    return this.call("tasks/send", { skill_id, input, ...(idempotency_key && { idempotency_key }) })
  }

  /** Posts raw text to the JSON-RPC endpoint. */
  async post<Result = Task>(
    body: string | Uint8Array<ArrayBuffer>,
    { base_url = world().base_url, headers = {} as Record<string, string> } = {}
  ): Promise<RpcAnswer<Result>> {
    const response = await fetch(`${base_url}/gw-a2a/v1/rpc`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${this.access_token}`,
        ...headers,
      },
      body,
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as RpcAnswer<Result>["body"],
    }
  }

  /** Creates a payment of 15.00 EUR unless `input` says otherwise, and returns its task. */
  async createPayment(input: Record<string, unknown> = {}): Promise<Task> {
    const { body } = await this.send("create_payment", { amount: 1500, currency: "EUR", ...input })
    if (!body.result) throw new Error(`create_payment answered ${JSON.stringify(body.error)}`)
    return body.result
  }

  async getTask(task_id: string): Promise<Task> {
    return (await this.call("tasks/get", { task_id })).body.result
  }

  /** Waits until the task is terminal and returns it; throws after `seconds`. */
  async settled(task_id: string, seconds?: number): Promise<Task> {
    return eventually(async () => {
      const task = await this.getTask(task_id)
      return ["completed", "failed", "canceled"].includes(task.state) ? task : undefined
    }, seconds)
  }

  /** Opens the task's event stream at the store or at another server. */
  stream(
    task_id: string,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
    base_url = world().base_url
  ): Promise<Response> {
    return fetch(`${base_url}/gw-a2a/v1/tasks/${task_id}/stream`, {
      headers: { authorization: `Bearer ${this.access_token}`, ...headers },
      signal,
    })
  }
}

/** Longer than retries take on a busy machine, so that only what never happens fails. */
const EVENTUALLY_SECONDS = 100

/**
 * Calls `ask` until it returns a value; throws after `seconds`. The pauses are longer than the calls, so that these leave the
 * store most of its time for what they wait for.
 */
export async function eventually<T>(
  ask: () => Promise<T | undefined>,
  seconds = EVENTUALLY_SECONDS
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const asked = Date.now()
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`it did not come about within ${seconds} seconds`)
    const pause = Math.min(Math.max(50, 4 * (Date.now() - asked)), 500)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
