import { ucp } from "../../../../surfaces/ucp"
import { listProducts } from "../../../../surfaces/ucp/catalog/list-products"
import { mount } from "../../../mount"

export const GET = mount(ucp, listProducts)
