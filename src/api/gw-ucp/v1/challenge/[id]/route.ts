import { bankPages } from "../../../../../surfaces/bank"
import { showChallenge } from "../../../../../surfaces/ucp/checkout/challenge"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, showChallenge)
