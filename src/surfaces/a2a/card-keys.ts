import { z } from "@medusajs/framework/zod"
import { operation } from "../operation"
import { json } from "../reply"
import { cardKeys } from "./dialects/signature"

/** The keys by which the Agent Card's signature is verified. */
export const publicCardKeys = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) =>
    json(cardKeys(call), 200, { "Cache-Control": "public, max-age=600", "Access-Control-Allow-Origin": "*" }),
})
