import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { operation } from "../../gateway/operation"
import { json } from "../../gateway/reply"

/** The store's public keys (RFC 7517), with which the bank verifies our requests. */
export const publicKeys = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const keys = call.container.resolve<BankService>(BANK_MODULE).accounts.publicKeys()
    if (!keys) throw problem("not_found")
    return json(keys, 200, { "Cache-Control": "public, max-age=600" })
  },
})
