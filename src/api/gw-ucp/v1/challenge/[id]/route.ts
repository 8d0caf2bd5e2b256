import { bankPages } from "../../../../../surfaces/bank"
import { showChallenge } from "../../../../../surfaces/ucp/checkout/authentication-challenge"
import { mount } from "../../../../mount"

export const GET = mount(bankPages, showChallenge)
