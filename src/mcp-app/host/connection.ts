/** A JSON-RPC 2.0 message (MCP Apps: Communication protocol). */
interface Message {
  readonly jsonrpc?: "2.0"
  readonly id?: number | string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

/** What the document does with the host's requests and notifications, by method. What it returns is the result. */
export type Handlers = Readonly<Record<string, (params: unknown) => object | void>>

type Waiting = (answer: Message) => void

/**
 * The connection to the window that embeds the document (MCP Apps: Transport layer). Messages of other windows are
 * ignored. The origin of a host is not known, so messages are sent to any: they contain what the host itself has sent.
 */
export class Connection {
  private readonly waiting = new Map<number, Waiting>()
  private sent = 0

  constructor(
    private readonly host: Window,
    private readonly handlers: Handlers
  ) {
    addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
      if (source === host && data?.jsonrpc === "2.0") this.receive(data)
    })
  }

  /** Throws if the host refuses the request. */
  request(method: string, params: object): Promise<unknown> {
    const id = ++this.sent
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result)
      )
      this.post({ id, method, params })
    })
  }

  notify(method: string, params: object = {}): void {
    this.post({ method, params })
  }

  private receive(message: Message): void {
    if (message.method !== undefined) this.handle(message.method, message)
    else if (typeof message.id === "number") this.settle(message.id, message)
  }

  private settle(id: number, answer: Message): void {
    this.waiting.get(id)?.(answer)
    this.waiting.delete(id)
  }

  private handle(method: string, { id, params }: Message): void {
    const handler = Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined
    const result = handler?.(params) ?? {}
    if (id === undefined) return
    this.post(handler ? { id, result } : { id, error: { code: -32601, message: "Method not found" } })
  }

  private post(message: object): void {
    this.host.postMessage({ jsonrpc: "2.0", ...message }, "*")
  }
}
