import { DemoFailure } from "../failure"
import { asObject, expectJson, type Json } from "./answers"
import type { Talk } from "./talk"

/** Calls a method of the A2A endpoint. Throws a DemoFailure for an error response. */
export type Rpc = (method: string, params: Json) => Promise<Json>

/** Creates an Rpc for one endpoint and one bearer token (JSON-RPC 2.0). */
export function rpcAt(url: string, token: string, talk: Talk): Rpc {
  let id = 0
  return async (method, params) => {
    id += 1
    const answer = await talk("POST", url, {
      headers: { authorization: `Bearer ${token}` },
      json: { jsonrpc: "2.0", id, method, params },
    })
    const { error, result } = expectJson(answer, 200, method)
    const { code, message } = asObject(error)
    if (error) throw new DemoFailure(`${method} failed: ${code} ${message}.`)
    return asObject(result)
  }
}
