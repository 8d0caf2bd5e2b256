import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { build } from "esbuild"
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core"
import type { McpResult } from "./mcp"
import type { McpClient, Resource } from "./mcp-clients"
import type { Shown } from "./mcp-host/page"

/** The policy that a host must construct from a document's metadata (MCP Apps: CSP enforcement). */
function policyOf({ _meta }: Resource): string {
  const { csp } = (_meta?.ui ?? {}) as { csp?: { resourceDomains?: string[]; connectDomains?: string[] } }
  const resources = csp?.resourceDomains?.join(" ") ?? ""
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `connect-src 'self' ${csp?.connectDomains?.join(" ") ?? ""}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join("; ")
}

/** What differs from a host that allows everything. */
interface Setting {
  readonly context?: { readonly locale?: string; readonly theme?: "light" | "dark" } & object
  readonly is_calling?: boolean
}

/** An assistant that shows documents: a page in Chromium, with the official client for the tools. */
export class McpHost {
  /** The links that the person has opened. */
  readonly opened: string[] = []
  /** The tools that the document has called. */
  readonly called: string[] = []
  /** What the browser has reported: errors, and what policies have blocked. */
  readonly complaints: string[] = []
  /** Whether the person opens links. */
  opens = true
  private html = ""
  private resource: Resource | undefined

  private constructor(
    readonly page: Page,
    private readonly client: McpClient,
    private readonly server: Server
  ) {}

  static async open(browser: Browser, client: McpClient, options?: BrowserContextOptions): Promise<McpHost> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const page = await (await browser.newContext(options)).newPage()
    const host = new McpHost(page, client, server)
    await host.prepare()
    return host
  }

  /** Calls a tool as the model does, and shows its result. */
  async call(name: string, args: object, setting?: Setting): Promise<McpResult> {
    const result = await this.client.call(name, args)
    await this.show(name, args, result, setting)
    return result
  }

  /** Shows a result in the tool's document; undefined for a call that was canceled. */
  async show(
    name: string,
    args: object,
    result: McpResult | undefined,
    setting: Setting = {}
  ): Promise<void> {
    const { [name]: ui } = await this.client.toolUis()
    this.resource = await this.client.read(ui?.resourceUri ?? "")
    const { context = {}, is_calling = true } = setting
    const shown: Shown = { src: `${this.address}/document`, args, result, context, is_calling }
    await this.page.evaluate((given) => window.showDocument(given), shown)
  }

  /** The document that is shown. */
  get document(): Frame {
    const frame = this.page.frame("document")
    if (!frame) throw new Error("the host shows no document")
    return frame
  }

  changeContext(context: object): Promise<void> {
    return this.page.evaluate((changed) => window.changeContext(changed), context)
  }

  async close(): Promise<void> {
    await this.page.context().close()
    this.server.closeAllConnections()
    this.server.close()
  }

  private get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  private async prepare(): Promise<void> {
    const script = await hostScript()
    this.html = `<!doctype html><title>Host</title><meta name="viewport" content="width=device-width">
<style>body { margin: 0 } iframe { width: 100%; border: 0 }</style><body><script>${script}</script>`
    this.server.on("request", ({ url }, response) => {
      const { text = "", ...resource } = this.resource ?? { uri: "" }
      const isDocument = url === "/document"
      response.setHeader("content-type", "text/html; charset=utf-8")
      if (isDocument) response.setHeader("content-security-policy", policyOf(resource))
      response.end(isDocument ? text : this.html)
    })
    this.page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text())
    })
    this.page.on("pageerror", ({ message }) => this.complaints.push(message))
    await this.page.exposeFunction("callTool", (name: string, args: object) => this.callTool(name, args))
    await this.page.exposeFunction("openLink", (url: string) => this.opens && !!this.opened.push(url))
    await this.page.goto(this.address)
  }

  /** A host must refuse tools that are for the model only (MCP Apps: Visibility). */
  private async callTool(name: string, args: object): Promise<McpResult> {
    this.called.push(name)
    const { [name]: ui } = await this.client.toolUis()
    if (ui?.visibility?.includes("app")) return this.client.call(name, args)
    throw new Error(`${name} is not for documents`)
  }
}

let bundled: Promise<string> | undefined

function hostScript(): Promise<string> {
  bundled ??= build({
    entryPoints: [join(__dirname, "mcp-host/page.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
  }).then(({ outputFiles }) => (outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script"))
  return bundled
}
