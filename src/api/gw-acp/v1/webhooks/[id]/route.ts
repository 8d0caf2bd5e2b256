import { acp } from "../../../../../surfaces/acp"
import { deleteWebhook } from "../../../../../surfaces/acp/webhook/delete-webhook"
import { mount } from "../../../../mount"

export const DELETE = mount(acp, deleteWebhook)
