import { ucp } from "../../../../surfaces/ucp"
import { discovery } from "../../../../surfaces/ucp/discovery"
import { mount } from "../../../mount"

export const GET = mount(ucp, discovery)
