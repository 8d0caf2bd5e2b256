import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../../gateway/operation"

/** The operation of a call that could not be parsed: it passes every gate before its error is returned. */
export const rpc = operation({
  access: "any_token",
  input: z.unknown(),
  run: () => Promise.reject(problem("invalid_request")),
})
