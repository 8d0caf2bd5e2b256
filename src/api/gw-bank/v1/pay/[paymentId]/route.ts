import { bankPages } from "../../../../../surfaces/bank"
import { payAtProvider, payOnPage } from "../../../../../surfaces/bank/pay"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, payOnPage)
export const POST = mount(bankPages, payAtProvider)
