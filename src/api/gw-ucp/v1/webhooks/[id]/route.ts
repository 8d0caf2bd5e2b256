import { ucp } from "../../../../../surfaces/ucp"
import { deleteWebhook } from "../../../../../surfaces/ucp/webhook/delete-webhook"
import { mount } from "../../../../mount"

export const DELETE = mount(ucp, deleteWebhook)
