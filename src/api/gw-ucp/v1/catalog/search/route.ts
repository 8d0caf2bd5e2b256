import { ucp } from "../../../../../surfaces/ucp"
import { searchCatalog } from "../../../../../surfaces/ucp/catalog/search-products"
import { searchCatalogOfficially } from "../../../../../surfaces/ucp/catalog/search-official"
import { mount } from "../../../../mount"

export const GET = mount(ucp, searchCatalog)
export const POST = mount(ucp, searchCatalogOfficially)
