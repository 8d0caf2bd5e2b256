import { bankPages } from "../../../../../surfaces/bank"
import { continueCheckout } from "../../../../../surfaces/ucp/checkout/continue"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, continueCheckout)
