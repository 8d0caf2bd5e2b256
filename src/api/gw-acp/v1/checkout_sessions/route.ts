import { acp } from "../../../../surfaces/acp"
import { createSession } from "../../../../surfaces/acp/checkout/create-checkout"
import { mount } from "../../../mount"

export const POST = mount(acp, createSession)
