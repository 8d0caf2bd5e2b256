/**
 * Runs in a browser: the page of an assistant, which shows documents in sandboxed frames and speaks the host's side of
 * MCP Apps by the official `AppBridge`. `page.ts` is bundled by `mcp-host.ts`, which provides the window's functions.
 */
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge"

type Params = ConstructorParameters<typeof AppBridge>
type CallTool = NonNullable<AppBridge["oncalltool"]>
type ToolResult = Awaited<ReturnType<CallTool>>

declare global {
  interface Window {
    /** Calls a tool of the store as the document asks for it. Throws if the document may not call it. */
    callTool(name: string, args: object): Promise<ToolResult>
    /** False if the person does not want to open the link. */
    openLink(url: string): Promise<boolean>
    showDocument(shown: Shown): Promise<void>
    changeContext(context: object): Promise<void>
    bridge?: AppBridge
  }
}

/** A document at an address, with the call whose result it shows. No result: the call was canceled. */
export interface Shown {
  readonly src: string
  readonly args: object
  readonly result: object | undefined
  readonly context: object
  /** Whether the document may call tools. */
  readonly is_calling: boolean
}

const INFO = { name: "test-host", version: "1" }

window.showDocument = async ({ src, args, result, context, is_calling }) => {
  const frame = document.createElement("iframe")
  frame.sandbox.value = "allow-scripts"
  frame.title = "Result"
  frame.name = "document"
  document.body.replaceChildren(frame)
  const bridge = newBridge(frame, { context, is_calling })
  window.bridge = bridge
  const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()))
  await bridge.connect(new PostMessageTransport(frame.contentWindow as Window, frame.contentWindow as Window))
  frame.src = src
  await initialized
  await bridge.sendToolInput({ arguments: args as Record<string, unknown> })
  if (result) await bridge.sendToolResult(result as ToolResult)
  else await bridge.sendToolCancelled({ reason: "by the person" })
}

window.changeContext = async (context) => {
  await window.bridge?.sendHostContextChange(context as McpUiHostContext)
}

function newBridge(
  frame: HTMLIFrameElement,
  { context, is_calling }: Pick<Shown, "context" | "is_calling">
): AppBridge {
  const capabilities: Params[2] = { openLinks: {}, ...(is_calling && { serverTools: {} }) }
  const bridge = new AppBridge(null, INFO, capabilities, { hostContext: context as McpUiHostContext })
  bridge.oncalltool = ({ name, arguments: args = {} }) => window.callTool(name, args)
  bridge.onopenlink = async ({ url }) => ({ isError: !(await window.openLink(url)) })
  bridge.onsizechange = ({ height }) => {
    if (height) frame.style.height = `${height}px`
  }
  return bridge
}
