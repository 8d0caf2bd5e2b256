import { app } from "../../../../../surfaces/app"
import { getOwnPayment } from "../../../../../surfaces/app/payment/get-payment"
import { mount } from "../../../../mount"

export const GET = mount(app, getOwnPayment)
