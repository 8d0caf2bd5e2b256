import { a2a } from "../../../../../../surfaces/a2a"
import { extendedAgentCard } from "../../../../../../surfaces/a2a/agent-card"
import { mount } from "../../../../../mount"

/** The address at which clients of A2A 0.3 with the REST binding look for the extended card, below the card's `url`. */
export const GET = mount(a2a, extendedAgentCard)
