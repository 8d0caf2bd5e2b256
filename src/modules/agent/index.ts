import { Module } from "@medusajs/framework/utils"
import AgentService from "./service"

/** The module that knows what agents asked for: tasks and their events. */
export const AGENT_MODULE = "gw_agent"

export default Module(AGENT_MODULE, { service: AgentService })
