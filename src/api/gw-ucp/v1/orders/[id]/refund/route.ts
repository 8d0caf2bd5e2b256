import { ucp } from "../../../../../../surfaces/ucp"
import { refundOrderOfCaller } from "../../../../../../surfaces/ucp/order/refund-order"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, refundOrderOfCaller)
