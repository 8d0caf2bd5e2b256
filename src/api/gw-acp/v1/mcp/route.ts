import { mcpRpc } from "../../../../gateway/mcp/mcp-rpc"
import { acpMcp } from "../../../../surfaces/acp/mcp"
import { mount } from "../../../mount"

export const POST = mount(acpMcp, mcpRpc)
