import { bankPages } from "../../../../../surfaces/bank"
import { payOnPage } from "../../../../../surfaces/bank/pay"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, payOnPage)
