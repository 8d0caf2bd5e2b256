import type { ToolResult } from "../result"
import { applyAppearance, type Appearance } from "./appearance"
import { Connection } from "./connection"
import { METHODS } from "./methods"
import { reportSize } from "./report-size"

/** The version of MCP Apps. */
const PROTOCOL_VERSION = "2026-01-26"

/** What the host says about itself and its person (MCP Apps: Host context). */
export interface HostContext extends Appearance {
  /** BCP 47. */
  readonly locale?: string
}

interface Initialized {
  readonly hostCapabilities?: { readonly serverTools?: object }
  readonly hostContext?: HostContext
}

/** What the document does with what the host sends. */
export interface HostEvents {
  /** The result of the tool call that the document belongs to. */
  result(result: ToolResult): void
  /** The tool call was canceled, so there is no result. */
  canceled(): void
  contextChanged(): void
  /** The host removes the document. */
  closing(): void
}

/** The program that shows the document: an assistant. */
export class Host {
  private constructor(
    private readonly connection: Connection,
    /** Whether the document may call tools. */
    readonly callsTools: boolean,
    public context: HostContext
  ) {}

  /** Connects to the host, and calls `open` before the host sends the first result. */
  static async connect(open: (host: Host) => HostEvents): Promise<void> {
    const { promise: events, resolve } = deferred<HostEvents>()
    const connection = new Connection(parent, {
      ping: () => ({}),
      [METHODS.result]: (params) => void events.then((on) => on.result(params as ToolResult)),
      [METHODS.canceled]: () => void events.then((on) => on.canceled()),
      [METHODS.contextChanged]: (params) =>
        void events.then((on) => host.changeContext(params as HostContext, on)),
      [METHODS.teardown]: () => void events.then((on) => on.closing()),
    })
    const { hostCapabilities, hostContext = {} } = await initialize(connection)
    const host = new Host(connection, hostCapabilities?.serverTools !== undefined, hostContext)
    applyAppearance(hostContext)
    resolve(open(host))
    connection.notify(METHODS.initialized)
    reportSize(connection)
  }

  /** The result of a tool of the store. Throws if the host or the store refuses the call. */
  async callTool(name: string, args: object): Promise<ToolResult> {
    return (await this.connection.request("tools/call", { name, arguments: args })) as ToolResult
  }

  /** Shows a page in the person's browser. Throws if the host does not open it. */
  async openLink(url: string): Promise<void> {
    const result = (await this.connection.request(METHODS.openLink, { url })) as
      { isError?: boolean } | undefined
    if (result?.isError) throw new Error("the host did not open the link")
  }

  /** The members that are not named in a change stay. */
  private changeContext(changed: HostContext, events: HostEvents): void {
    this.context = { ...this.context, ...changed }
    applyAppearance(changed)
    events.contextChanged()
  }
}

async function initialize(connection: Connection): Promise<Initialized> {
  const appInfo = { name: "medusa-agentic-gateway", version: "1" }
  const appCapabilities = { availableDisplayModes: ["inline"] }
  const params = { protocolVersion: PROTOCOL_VERSION, appInfo, appCapabilities }
  return (await connection.request(METHODS.initialize, params)) as Initialized
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((fulfill) => (resolve = fulfill))
  return { promise, resolve }
}
