import { ucp } from "../../../../surfaces/ucp"
import { createWebhook } from "../../../../surfaces/ucp/webhook/create"
import { listWebhooks } from "../../../../surfaces/ucp/webhook/list"
import { mount } from "../../../mount"

export const GET = mount(ucp, listWebhooks)
export const POST = mount(ucp, createWebhook)
