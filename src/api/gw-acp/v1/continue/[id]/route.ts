import { bankPages } from "../../../../../surfaces/bank"
import { continueCheckout } from "../../../../../gateway/customer-pages/continue-checkout"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, continueCheckout)
