import { mcpRpc } from "../../../../gateway/mcp/mcp-rpc"
import { a2aMcp } from "../../../../surfaces/a2a/mcp"
import { mount } from "../../../mount"

export const POST = mount(a2aMcp, mcpRpc)
