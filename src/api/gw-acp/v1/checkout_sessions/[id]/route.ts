import { acp } from "../../../../../surfaces/acp"
import { getSession } from "../../../../../surfaces/acp/checkout/get-checkout"
import { updateSession } from "../../../../../surfaces/acp/checkout/update-checkout"
import { mount } from "../../../../mount"

export const GET = mount(acp, getSession)
export const POST = mount(acp, updateSession)
