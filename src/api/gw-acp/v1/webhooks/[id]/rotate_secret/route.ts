import { acp } from "../../../../../../surfaces/acp"
import { rotateSecret } from "../../../../../../surfaces/acp/webhook/rotate-secret"
import { mount } from "../../../../../mount"

export const POST = mount(acp, rotateSecret)
