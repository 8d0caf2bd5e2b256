export default {
  menu: "Agentic Commerce",
  title: "Agentic Commerce",
  subtitle: "What agents may do in this store",
  surfaces: "Surfaces",
  surfaces_about:
    "Each is a protocol by which agents reach the store. Both are off until you switch them on.",
  a2a_enabled: "Payments by agents (A2A)",
  a2a_about: "Agents create, capture and refund card payments, and charge cards that were kept.",
  ucp_enabled: "Shopping by agents (UCP)",
  ucp_about: "Agents search the catalog, fill carts and check out.",
  stop: "Stop all agents",
  stop_about:
    "No agent gets in while this is on, whatever is switched on below. It takes effect on the next call.",
  stop_title: "Stop all agents?",
  stop_sure: "Every call of every agent is refused from now on. Payments under way are settled all the same.",
  stopped: "All agents are stopped",
}
