import { randomUUID } from "node:crypto"
import { world } from "./world"

/** The JSON-RPC address of the store. */
export const rpcUrl = () => `${world().base_url}/gw-a2a/v1/rpc`

/** An answer to an official method. */
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

/** The token to use, for example that of an `Agent`. */
interface Bearer {
  readonly access_token: string
}

/** Posts raw text with a version header; null sends none. */
export function postOfficial(
  { access_token }: Bearer,
  version: string | null,
  body: string,
  url = rpcUrl(),
  more: Record<string, string> = {}
): Promise<Response> {
  const headers = {
    ...more,
    "content-type": "application/json",
    authorization: `Bearer ${access_token}`,
    ...(version !== null && { "a2a-version": version }),
  }
  return fetch(url, { method: "POST", headers, body })
}

/** A client of one protocol version, without an SDK. */
export class OfficialCaller {
  constructor(
    private readonly bearer: Bearer,
    private readonly version: string | null
  ) {}

  /** The raw response, also of a streaming method. */
  open(method: string, params: unknown, id: string | number = 7): Promise<Response> {
    return postOfficial(this.bearer, this.version, JSON.stringify({ jsonrpc: "2.0", id, method, params }))
  }

  async call(method: string, params: unknown = {}): Promise<OfficialAnswer> {
    const response = await this.open(method, params)
    const { status, headers } = response
    return { status, headers, body: (await response.json()) as OfficialAnswer["body"] }
  }

  /** Calls a method that returns a task. 1.0 wraps the task where a message would be possible too. */
  async task(method: string, params: unknown): Promise<OfficialTask> {
    const { body } = await this.call(method, params)
    if (!body.result) throw new Error(`${method} answered ${JSON.stringify(body.error)}`)
    return (body.result.task ?? body.result) as OfficialTask
  }

  /** Sends a message and returns its task. */
  send(message: object, more: object = {}): Promise<OfficialTask> {
    const method = this.version === "1.0" ? "SendMessage" : "message/send"
    return this.task(method, { message, ...more })
  }

  /** The error code of a call that is rejected with HTTP 200. */
  async refusal(method: string, params: unknown): Promise<number | undefined> {
    const { status, body } = await this.call(method, params)
    return status === 200 ? body.error?.code : undefined
  }
}

/** The method names and message formats of both versions. */
export const WIRES = {
  "0.3": {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
    card: "agent/getAuthenticatedExtendedCard",
    setPush: "tasks/pushNotificationConfig/set",
    role: "user",
    agent: "agent",
    notBlocking: { blocking: false },
    getPush: "tasks/pushNotificationConfig/get",
    listPush: "tasks/pushNotificationConfig/list",
    deletePush: "tasks/pushNotificationConfig/delete",
    push: (taskId: string, config: object): object => ({ taskId, pushNotificationConfig: config }),
    namedPush: (id: string, config: string): object => ({ id, pushNotificationConfigId: config }),
    taskPush: (id: string): object => ({ id }),
    authentication: (scheme: string, credentials: string): object => ({ schemes: [scheme], credentials }),
    sentPush: "pushNotificationConfig",
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
    card: "GetExtendedAgentCard",
    setPush: "CreateTaskPushNotificationConfig",
    role: "ROLE_USER",
    agent: "ROLE_AGENT",
    notBlocking: { returnImmediately: true },
    getPush: "GetTaskPushNotificationConfig",
    listPush: "ListTaskPushNotificationConfigs",
    deletePush: "DeleteTaskPushNotificationConfig",
    push: (taskId: string, config: object): object => ({ taskId, ...config }),
    namedPush: (taskId: string, id: string): object => ({ taskId, id }),
    taskPush: (taskId: string): object => ({ taskId }),
    authentication: (scheme: string, credentials: string): object => ({ scheme, credentials }),
    sentPush: "taskPushNotificationConfig",
    text: (text: string) => ({ text }),
    data: (data: object) => ({ data }),
    kind: {},
    state: (state: string) => `TASK_STATE_${state.toUpperCase().replace("-", "_")}`,
  },
} as const
export type WireVersion = keyof typeof WIRES

/** A client's message in this version. */
export function messageOf(version: WireVersion, part: object, more: object = {}): object {
  const { role, kind } = WIRES[version]
  return { ...kind, messageId: randomUUID(), role, parts: [part], ...more }
}

/** A message that names a skill. */
export function skillMessage(
  version: WireVersion,
  skill_id: string,
  input: object,
  more: object = {}
): object {
  return messageOf(version, WIRES[version].data({ skill_id, input }), more)
}

/** The members of a task that the tests check, equal in both versions. */
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

/** Every answer of a stream, read to its end. */
export async function eventsIn(response: Response): Promise<OfficialAnswer["body"][]> {
  const frames = (await response.text()).split("\n\n").filter((frame) => frame.startsWith("data: "))
  return frames.map((frame) => JSON.parse(frame.slice(6)) as OfficialAnswer["body"])
}
