import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../operation"

/** Stands for a call that could not be understood: it passes every gate, and is then told why. */
export const rpc = operation({
  access: "any_token",
  input: z.unknown(),
  run: () => Promise.reject(problem("invalid_request")),
})
