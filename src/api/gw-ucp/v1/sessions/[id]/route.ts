import { ucp } from "../../../../../surfaces/ucp"
import { getCheckout } from "../../../../../surfaces/ucp/checkout/get-checkout"
import { updateCheckout } from "../../../../../surfaces/ucp/checkout/update-checkout"
import { mount } from "../../../../mount"

export const GET = mount(ucp, getCheckout)
export const PATCH = mount(ucp, updateCheckout)
