import { ucp } from "../../../../surfaces/ucp"
import { createWebhook } from "../../../../surfaces/ucp/webhook/create-webhook"
import { listWebhooks } from "../../../../surfaces/ucp/webhook/list-webhooks"
import { mount } from "../../../mount"

export const GET = mount(ucp, listWebhooks)
export const POST = mount(ucp, createWebhook)
