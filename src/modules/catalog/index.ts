import { Module } from "@medusajs/framework/utils"
import CatalogService from "./service"

/** The module of the product catalog: a search index of the products with their offers in each region. */
export const CATALOG_MODULE = "gw_catalog"

export default Module(CATALOG_MODULE, { service: CatalogService })
