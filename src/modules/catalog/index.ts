import { Module } from "@medusajs/framework/utils"
import CatalogService from "./service"

/** The module that knows what agents may buy: an index of the products, as they are told of in each region. */
export const CATALOG_MODULE = "gw_catalog"

export default Module(CATALOG_MODULE, { service: CatalogService })
