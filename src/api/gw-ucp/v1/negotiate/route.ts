import { ucp } from "../../../../surfaces/ucp"
import { negotiate } from "../../../../surfaces/ucp/negotiate"
import { mount } from "../../../mount"

export const POST = mount(ucp, negotiate)
