import { bankPages } from "../../../../../surfaces/bank"
import { shopperReturn } from "../../../../../surfaces/bank/customer-return"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, shopperReturn)
