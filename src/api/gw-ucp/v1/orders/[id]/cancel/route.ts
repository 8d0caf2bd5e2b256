import { ucp } from "../../../../../../surfaces/ucp"
import { cancelOrderOfCaller } from "../../../../../../surfaces/ucp/order/cancel-order"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, cancelOrderOfCaller)
