import { bank } from "../../../../../surfaces/bank"
import { receiveNotification } from "../../../../../surfaces/bank/ipn"
import { mount } from "../../../../mount"

export const POST = mount(bank, receiveNotification)
