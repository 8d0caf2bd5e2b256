import { ucp } from "../../../../surfaces/ucp"
import { createCheckout } from "../../../../surfaces/ucp/checkout/create-checkout"
import { mount } from "../../../mount"

export const POST = mount(ucp, createCheckout)
