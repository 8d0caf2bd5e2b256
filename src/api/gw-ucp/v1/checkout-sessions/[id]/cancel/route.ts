import { ucp } from "../../../../../../surfaces/ucp"
import { cancelCheckout } from "../../../../../../surfaces/ucp/checkout/cancel"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, cancelCheckout)
