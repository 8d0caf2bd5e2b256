import { app } from "../../../../surfaces/app"
import { listOwnPayments } from "../../../../surfaces/app/payment/list-payments"
import { mount } from "../../../mount"

export const GET = mount(app, listOwnPayments)
