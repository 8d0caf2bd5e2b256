import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../operation"

/**
 * The endpoint of an MCP server: the operation of the called method or tool replaces this one. A message that cannot be
 * parsed passes every gate with this one before its error is returned.
 */
export const mcpRpc = operation({
  access: "any_token",
  allows_anonymous: true,
  input: z.unknown(),
  run: () => Promise.reject(problem("invalid_request")),
})
