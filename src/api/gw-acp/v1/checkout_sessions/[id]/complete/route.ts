import { acp } from "../../../../../../surfaces/acp"
import { completeSession } from "../../../../../../surfaces/acp/checkout/complete"
import { mount } from "../../../../../mount"

export const POST = mount(acp, completeSession)
