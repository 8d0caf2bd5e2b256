import { ucp } from "../../../../../../surfaces/ucp"
import { rotateSecret } from "../../../../../../surfaces/ucp/webhook/rotate-secret"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, rotateSecret)
