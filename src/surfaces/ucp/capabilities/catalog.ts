import { productFeed } from "../catalog/product-feed"
import { feedManifest } from "../catalog/feed-manifest"
import { getProduct } from "../catalog/get-product"
import { listProducts } from "../catalog/list-products"
import { lookUpCatalog } from "../catalog/lookup-official"
import { productOfCatalog } from "../catalog/product-official"
import { searchCatalog } from "../catalog/search-products"
import { searchCatalogOfficially } from "../catalog/search-official"
import { defineCapability } from "./capability"

/** Product search by text and filters. */
export const catalogSearch = defineCapability({
  name: "dev.ucp.shopping.catalog.search",
  spec: "shopping/catalog/search",
  schema: "shopping/catalog_search",
  operations: [
    { method: "GET", path: "/catalog/search", operation: searchCatalog },
    { method: "POST", path: "/catalog/search", operation: searchCatalogOfficially },
  ],
})

/** Product lookup by id, the product list and the product feed. */
export const catalogLookup = defineCapability({
  name: "dev.ucp.shopping.catalog.lookup",
  spec: "shopping/catalog/lookup",
  schema: "shopping/catalog_lookup",
  operations: [
    { method: "POST", path: "/catalog/lookup", operation: lookUpCatalog },
    { method: "POST", path: "/catalog/product", operation: productOfCatalog },
    { method: "GET", path: "/catalog/{id}", operation: getProduct },
    { method: "GET", path: "/products", operation: listProducts },
    { method: "GET", path: "/products/{id}", operation: getProduct },
    { method: "GET", path: "/products/feed.json", operation: productFeed },
    { method: "GET", path: "/products/feed/manifest", operation: feedManifest },
  ],
})
