import { ucp } from "../../../../../../surfaces/ucp"
import { completeCheckout } from "../../../../../../surfaces/ucp/checkout/complete-checkout"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, completeCheckout)
