import { defineCapability } from "./capability"

/** Products by words and filters. */
export const catalogSearch = defineCapability({
  name: "dev.ucp.shopping.catalog.search",
  spec: "shopping/catalog/search",
  schema: "shopping/catalog_search",
  operations: [],
})

/** Products by their ids. */
export const catalogLookup = defineCapability({
  name: "dev.ucp.shopping.catalog.lookup",
  spec: "shopping/catalog/lookup",
  schema: "shopping/catalog_lookup",
  operations: [],
})
