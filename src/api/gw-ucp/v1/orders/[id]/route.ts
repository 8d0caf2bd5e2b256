import { ucp } from "../../../../../surfaces/ucp"
import { getOrder } from "../../../../../surfaces/ucp/order/get-order"
import { mount } from "../../../../mount"

export const GET = mount(ucp, getOrder)
