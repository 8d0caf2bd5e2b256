import { acp } from "../../../../../../surfaces/acp"
import { cancelSession } from "../../../../../../surfaces/acp/checkout/cancel-checkout"
import { mount } from "../../../../../mount"

export const POST = mount(acp, cancelSession)
