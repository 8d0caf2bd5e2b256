import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { LIST_PARAMETERS, pageFor } from "./search-products"

const ListParameters = z.strictObject(LIST_PARAMETERS)
type ListParameters = z.infer<typeof ListParameters>

/** Lists products, newest first. Pages neither repeat nor skip a product (spec: UCP catalog and products). */
export const listProducts = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: ListParameters,
  run: (parameters: ListParameters, call) => pageFor("dev.ucp.shopping.catalog.lookup", parameters, call),
})
