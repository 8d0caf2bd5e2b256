import { Module } from "@medusajs/framework/utils"
import AgentService from "./service"

/** The module that stores the requests of agents: tasks, sessions and idempotency records. */
export const AGENT_MODULE = "gw_agent"

export default Module(AGENT_MODULE, { service: AgentService })
