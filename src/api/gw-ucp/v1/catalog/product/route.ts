import { ucp } from "../../../../../surfaces/ucp"
import { productOfCatalog } from "../../../../../surfaces/ucp/catalog/product-official"
import { mount } from "../../../../mount"

export const POST = mount(ucp, productOfCatalog)
