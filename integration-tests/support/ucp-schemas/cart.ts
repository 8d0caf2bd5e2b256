import { z } from "@medusajs/framework/zod"
import { basket, Link, summed } from "./basket"
import { buyer } from "./buyer"
import { discounted, Discounts } from "./discounts"
import { isUsed, succeeded } from "./envelope"
import { Message } from "./message"
import { Moment } from "./moment"
import { WebUrl } from "./url"
import type { Version } from "./version"

const DISCOUNT = "dev.ucp.shopping.discount"

/** A cart: the estimated costs, without status and payment. */
export const cartResponse = (version: Version) =>
  discounted(
    summed(
      z.strictObject({
        ucp: succeeded(version, "dev.ucp.shopping.cart", [DISCOUNT]),
        ...basket,
        buyer: z.strictObject(buyer).optional(),
        discounts: Discounts.optional(),
        messages: z.array(Message).optional(),
        links: z.array(Link).optional(),
        continue_url: WebUrl.optional(),
        expires_at: Moment.optional(),
      })
    )
  ).refine(
    ({ ucp, discounts }) => isUsed(ucp, { [DISCOUNT]: discounts }),
    "a member is of an extension that is not used"
  )
