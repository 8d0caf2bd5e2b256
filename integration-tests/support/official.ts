import { randomUUID } from "node:crypto"
import { world } from "./world"

/** The JSON-RPC address of the store under test. */
export const rpcUrl = () => `${world().base_url}/gw-a2a/v1/rpc`

/** An answer on an official method name, told apart by nothing but its own members. */
export interface OfficialAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    jsonrpc: string
    id: unknown
    result?: Record<string, unknown>
    error?: { code: number; message: string; data: unknown }
  }
}

/** Who calls: an `Agent` will do. */
interface Bearer {
  readonly access_token: string
}

/** Calls an official method; a version of null is named by no header. */
export async function callOfficial(
  { access_token }: Bearer,
  version: string | null,
  method: string,
  params: unknown,
  id: string | number = 7
): Promise<OfficialAnswer> {
  const response = await postOfficial(
    access_token,
    version,
    JSON.stringify({ jsonrpc: "2.0", id, method, params })
  )
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as OfficialAnswer["body"] }
}

/** Posts raw text as a client of a version does. */
export function postOfficial(access_token: string, version: string | null, body: string): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${access_token}`,
    ...(version !== null && { "a2a-version": version }),
  }
  return fetch(rpcUrl(), { method: "POST", headers, body })
}

/** The two wires: how each names its methods and writes its messages. */
export const WIRES = {
  "0.3": {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
    setPush: "tasks/pushNotificationConfig/set",
    role: "user",
    text: (text: string) => ({ kind: "text", text }),
    data: (data: object) => ({ kind: "data", data }),
    kind: { kind: "message" },
    state: (state: string) => state,
  },
  "1.0": {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    get: "GetTask",
    cancel: "CancelTask",
    subscribe: "SubscribeToTask",
    setPush: "CreateTaskPushNotificationConfig",
    role: "ROLE_USER",
    text: (text: string) => ({ text }),
    data: (data: object) => ({ data }),
    kind: {},
    state: (state: string) => `TASK_STATE_${state.toUpperCase().replace("-", "_")}`,
  },
} as const
export type WireVersion = keyof typeof WIRES

/** A message of a client of this version. */
export function messageOf(version: WireVersion, part: object, more: object = {}): object {
  const { role, kind } = WIRES[version]
  return { ...kind, messageId: randomUUID(), role, parts: [part], ...more }
}

/** A message that invokes a skill. */
export function skillMessage(
  version: WireVersion,
  skill_id: string,
  input: object,
  more: object = {}
): object {
  return messageOf(version, WIRES[version].data({ skill_id, input }), more)
}

/** The part of a task the tests look at; it is the same in both versions. */
export interface OfficialTask {
  id: string
  contextId: string
  status: {
    state: string
    timestamp: string
    message?: { parts: { text?: string; data?: Record<string, unknown> }[] }
  }
  artifacts?: { artifactId: string; parts: { data: Record<string, unknown> }[] }[]
  history?: { messageId: string; taskId: string; contextId: string }[]
  metadata?: Record<string, unknown>
}

/** The task in an answer to a message: 1.0 wraps it. */
export function taskIn({ body }: OfficialAnswer): OfficialTask {
  if (!body.result) throw new Error(`answered ${JSON.stringify(body.error)}`)
  return (body.result.task ?? body.result) as OfficialTask
}

/** Sends a message and returns its task. */
export async function sendMessage(agent: Bearer, version: WireVersion, message: object, more: object = {}) {
  return taskIn(await callOfficial(agent, version, WIRES[version].send, { message, ...more }))
}

/** Every answer of a stream, read to its end. */
export async function eventsIn(response: Response): Promise<OfficialAnswer["body"][]> {
  const frames = (await response.text()).split("\n\n").filter((frame) => frame.startsWith("data: "))
  return frames.map((frame) => JSON.parse(frame.slice(6)) as OfficialAnswer["body"])
}
