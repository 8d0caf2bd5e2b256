import { ucp } from "../../../../../surfaces/ucp"
import { deleteWebhook } from "../../../../../surfaces/ucp/webhook/delete"
import { mount } from "../../../../mount"

export const DELETE = mount(ucp, deleteWebhook)
