import { ucp } from "../../../../../../surfaces/ucp"
import { pingWebhook } from "../../../../../../surfaces/ucp/webhook/ping"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, pingWebhook)
