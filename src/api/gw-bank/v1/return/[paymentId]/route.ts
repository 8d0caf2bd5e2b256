import { bankPages } from "../../../../../surfaces/bank"
import { customerReturn } from "../../../../../surfaces/bank/customer-return"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, customerReturn)
