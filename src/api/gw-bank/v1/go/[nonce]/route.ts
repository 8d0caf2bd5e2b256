import { bankPages } from "../../../../../surfaces/bank"
import { handOff, showHandOff } from "../../../../../surfaces/bank/hand-off"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, showHandOff)
export const POST = mount(bankPages, handOff)
