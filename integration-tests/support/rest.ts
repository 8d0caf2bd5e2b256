import type { OfficialTask } from "./official"
import { world } from "./world"

/** The address of the HTTP+JSON binding. */
export const restUrl = () => `${world().base_url}/gw-a2a/v1/rest`

/** The `error` member of an error response: the JSON form of `google.rpc.Status`. */
export interface RestError {
  readonly code: number
  readonly status: string
  readonly message: string
  readonly details: {
    readonly "@type": string
    readonly reason?: string
    readonly domain?: string
    readonly metadata?: Record<string, string>
    readonly fieldViolations?: { readonly field: string; readonly description: string }[]
  }[]
}

export interface RestAnswer<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body & { readonly error?: RestError }
}

interface Sent {
  /** A string and bytes are sent as they are. */
  readonly body?: unknown
  /** Undefined removes a default header. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || body instanceof Uint8Array

/** A client of the HTTP+JSON binding, without an SDK. */
export class RestCaller {
  constructor(private readonly bearer: { readonly access_token: string } | undefined) {}

  /** The raw response, also of a streaming operation. The path begins below the binding's address. */
  open(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Response> {
    const all = {
      "a2a-version": "1.0",
      ...(this.bearer && { authorization: `Bearer ${this.bearer.access_token}` }),
      ...(body !== undefined && { "content-type": "application/a2a+json" }),
      ...headers,
    }
    const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
    return fetch(`${restUrl()}${path}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    sent?: Sent
  ): Promise<RestAnswer<Body>> {
    const response = await this.open(method, path, sent)
    const { status, headers } = response
    const text = await response.text()
    return { status, headers, body: JSON.parse(text || "{}") as RestAnswer<Body>["body"] }
  }

  /** Sends a message, and returns its task. */
  async send(message: object, more: object = {}): Promise<OfficialTask> {
    const { status, body } = await this.call<{ task?: OfficialTask }>("POST", "/message:send", {
      body: { message, ...more },
    })
    if (!body.task) throw new Error(`message:send answered ${status} ${JSON.stringify(body)}`)
    return body.task
  }

  /** A rejected call in short form: its status, the name of the status, and the reason. */
  async refusal(method: string, path: string, sent?: Sent): Promise<[number, string?, string?]> {
    const { status, body } = await this.call(method, path, sent)
    return [status, body.error?.status, body.error?.details[0]?.reason]
  }
}

/** Every event of a stream, read to its end. */
export async function restEvents(response: Response): Promise<Record<string, unknown>[]> {
  const frames = (await response.text()).split("\n\n").filter((frame) => frame.startsWith("data: "))
  return frames.map((frame) => JSON.parse(frame.slice(6)) as Record<string, unknown>)
}
