import { ucp } from "../../../../surfaces/ucp"
import { listOrdersOfCaller } from "../../../../surfaces/ucp/order/list"
import { mount } from "../../../mount"

export const GET = mount(ucp, listOrdersOfCaller)
