import { ucp } from "../../../../../surfaces/ucp"
import { getProduct } from "../../../../../surfaces/ucp/catalog/get-product"
import { mount } from "../../../../mount"

export const GET = mount(ucp, getProduct)
