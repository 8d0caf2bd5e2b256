import { a2a } from "../../../../surfaces/a2a"
import { extendedAgentCard } from "../../../../surfaces/a2a/agent-card"
import { mount } from "../../../mount"

export const GET = mount(a2a, extendedAgentCard)
