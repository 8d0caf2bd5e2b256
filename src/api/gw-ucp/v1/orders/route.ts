import { ucp } from "../../../../surfaces/ucp"
import { listOrdersOfCaller } from "../../../../surfaces/ucp/order/list-orders"
import { mount } from "../../../mount"

export const GET = mount(ucp, listOrdersOfCaller)
