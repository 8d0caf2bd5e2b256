/**
 * Whether a requested resource (RFC 8707) is a surface: its own address, or that of its MCP server, which the same tokens
 * are for. MCP clients name the address that they connect to.
 */
export function isResource(requested: string, own: string): boolean {
  return requested === own || requested === `${own}/mcp`
}
