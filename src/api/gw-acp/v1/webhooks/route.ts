import { acp } from "../../../../surfaces/acp"
import { createWebhook } from "../../../../surfaces/acp/webhook/create-webhook"
import { listWebhooks } from "../../../../surfaces/acp/webhook/list-webhooks"
import { mount } from "../../../mount"

export const POST = mount(acp, createWebhook)
export const GET = mount(acp, listWebhooks)
