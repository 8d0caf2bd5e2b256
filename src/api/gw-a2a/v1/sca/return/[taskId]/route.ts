import { scaReturn } from "../../../../../../surfaces/a2a/sca-return"
import { bankPages } from "../../../../../../surfaces/bank"
import { mount } from "../../../../../mount"

export const GET = mount(bankPages, scaReturn)
