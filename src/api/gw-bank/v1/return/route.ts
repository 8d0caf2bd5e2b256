import { bankPages } from "../../../../surfaces/bank"
import { returnByPost, returnFromProvider } from "../../../../surfaces/bank/page-return"
import { mount } from "../../../mount"

export const GET = mount(bankPages, returnFromProvider)
export const POST = mount(bankPages, returnByPost)
