import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../../gateway/operation"

/**
 * The JSON-RPC endpoint: the operation of the called method replaces this one. A call that cannot be parsed passes every
 * gate with this one before its error is returned.
 */
export const rpc = operation({
  access: "any_token",
  input: z.unknown(),
  run: () => Promise.reject(problem("invalid_request")),
})
