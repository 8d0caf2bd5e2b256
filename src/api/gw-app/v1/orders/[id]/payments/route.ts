import { app } from "../../../../../../surfaces/app"
import { payOwnOrder } from "../../../../../../surfaces/app/payment/pay-order"
import { mount } from "../../../../../mount"

export const POST = mount(app, payOwnOrder)
