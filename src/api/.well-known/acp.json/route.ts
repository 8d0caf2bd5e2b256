import { acp } from "../../../surfaces/acp"
import { discovery } from "../../../surfaces/acp/discovery"
import { mount } from "../../mount"

export const GET = mount(acp, discovery)
