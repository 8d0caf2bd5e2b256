import { bankPages } from "../../../../../surfaces/bank"
import { continueCheckout } from "../../../../../surfaces/session/continue-checkout"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, continueCheckout)
