import { bankPages } from "../../../../surfaces/bank"
import { returnFromProvider } from "../../../../surfaces/bank/page-return"
import { mount } from "../../../mount"

export const GET = mount(bankPages, returnFromProvider)
