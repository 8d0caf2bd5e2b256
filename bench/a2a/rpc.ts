import { world } from "../../integration-tests/support/world"
import type { Target } from "../load"

/** A request to the JSON-RPC endpoint. */
export function rpc(token: string, method: string, params: object): Target {
  return {
    url: `${world().base_url}/gw-a2a/v1/rpc`,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  }
}

/** An invocation of a skill. */
export const skill = (token: string, skill_id: string, input: object): Target =>
  rpc(token, "tasks/send", { skill_id, input })
