import { acp } from "../../../../surfaces/acp"
import { createSession } from "../../../../surfaces/acp/checkout/create"
import { mount } from "../../../mount"

export const POST = mount(acp, createSession)
