import { mcpRpc } from "../../../../gateway/mcp/mcp-rpc"
import { ucpMcp } from "../../../../surfaces/ucp/mcp"
import { mount } from "../../../mount"

export const POST = mount(ucpMcp, mcpRpc)
