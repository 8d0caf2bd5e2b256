import { acp } from "../../../../../../surfaces/acp"
import { completeSession } from "../../../../../../surfaces/acp/checkout/complete-checkout"
import { mount } from "../../../../../mount"

export const POST = mount(acp, completeSession)
