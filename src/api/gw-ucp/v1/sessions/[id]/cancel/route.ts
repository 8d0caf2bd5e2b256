import { ucp } from "../../../../../../surfaces/ucp"
import { cancelCheckout } from "../../../../../../surfaces/ucp/checkout/cancel-checkout"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, cancelCheckout)
