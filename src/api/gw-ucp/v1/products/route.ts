import { ucp } from "../../../../surfaces/ucp"
import { listProducts } from "../../../../surfaces/ucp/catalog/list"
import { mount } from "../../../mount"

export const GET = mount(ucp, listProducts)
