import { app } from "../../../../surfaces/app"
import { listOwnConsents } from "../../../../surfaces/app/consent/list-consents"
import { mount } from "../../../mount"

export const GET = mount(app, listOwnConsents)
