import { bankPages } from "../../../../../surfaces/bank"
import { shopperReturn } from "../../../../../surfaces/bank/shopper-return"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, shopperReturn)
