import { ucp } from "../../../../../../surfaces/ucp"
import { pingWebhook } from "../../../../../../surfaces/ucp/webhook/ping-webhook"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, pingWebhook)
