import { z } from "@medusajs/framework/zod"
import { operation } from "../../gateway/operation"
import { json } from "../../gateway/reply"
import { cardKeys } from "./dialects/card-signature"

/** The public keys that verify the Agent Card's signature. */
export const publicCardKeys = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) =>
    json(cardKeys(call), 200, { "Cache-Control": "public, max-age=600", "Access-Control-Allow-Origin": "*" }),
})
