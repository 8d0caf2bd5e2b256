import { randomUUID } from "node:crypto"
import { Role, type SendMessageRequest, type StreamResponse, type Task, taskStateToJSON } from "@a2a-js/sdk"
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client"
import {
  ClientFactory as OldClientFactory,
  JsonRpcTransportFactory as OldTransportFactory,
} from "a2a-sdk-0.3/client"
import { world } from "./world"

/** A task as every official client returns it, with the state names of A2A 0.3. */
export interface Seen {
  readonly id: string
  readonly state: string
  /** The merged data of its artifacts. */
  readonly artifacts: Record<string, unknown>
  /** The data of the status message. */
  readonly status_data: Record<string, unknown>
}

/** One of the official clients, with a token. */
export interface OfficialClient {
  /** The ids of the skills on the extended card. */
  skills(): Promise<string[]>
  send(data: object): Promise<Seen>
  /** The updates of a stream, in order. */
  stream(data: object): AsyncGenerator<Partial<Seen>>
  resubscribe(id: string): AsyncGenerator<Partial<Seen>>
  get(id: string): Promise<Seen>
  cancel(id: string): Promise<Seen>
  /** Adds a push configuration to a task, and returns the addresses of all its push configurations. */
  tellAt(id: string, url: string): Promise<string[]>
}

const bearing = (access_token: string) =>
  ((url: RequestInfo | URL, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set("authorization", `Bearer ${access_token}`)
    return fetch(url, { ...init, headers })
  }) as typeof fetch

/** `@a2a-js/sdk` 1.3, speaking 1.0, or 0.3 as with a server that supports nothing else, in one of its bindings. */
export async function newClient(
  access_token: string,
  wire: "0.3" | "1.0",
  binding: "JSONRPC" | "HTTP+JSON" = "JSONRPC"
): Promise<OfficialClient> {
  const card = await new DefaultAgentCardResolver().resolve(world().base_url)
  const supportedInterfaces = card.supportedInterfaces.filter(
    ({ protocolBinding, protocolVersion }) => protocolBinding === binding && protocolVersion === wire
  )
  const fetchImpl = bearing(access_token)
  const options = { fetchImpl, legacyCompat: { enabled: wire === "0.3" } }
  const transports = [
    binding === "JSONRPC" ? new JsonRpcTransportFactory(options) : new RestTransportFactory(options),
  ]
  const client = await new ClientFactory({ transports }).createFromAgentCard({ ...card, supportedInterfaces })
  return {
    skills: async () => (await client.getAgentCard()).skills.map(({ id }) => id),
    send: async (data) => seen((await client.sendMessage(requestOf(data))) as Task),
    stream: (data) => steps(client.sendMessageStream(requestOf(data))),
    resubscribe: (id) => steps(client.resubscribeTask({ tenant: "", id })),
    get: async (id) => seen(await client.getTask({ tenant: "", id })),
    cancel: async (id) => seen(await client.cancelTask({ tenant: "", id, metadata: undefined })),
    async tellAt(taskId, url) {
      const config = { tenant: "", taskId, id: "mine", url, token: "token", authentication: undefined }
      await client.createTaskPushNotificationConfig(config)
      await client.createTaskPushNotificationConfig({ ...config, id: "other" })
      await client.deleteTaskPushNotificationConfig({ tenant: "", taskId, id: "other" })
      const got = await client.getTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" })
      const page = { tenant: "", taskId, pageSize: 10, pageToken: "" }
      const { configs } = await client.listTaskPushNotificationConfig(page)
      return configs.map((one) => (one.id === got.id ? got.url : one.url))
    },
  }
}

function requestOf(data: object): SendMessageRequest {
  const part = {
    content: { $case: "data" as const, value: data },
    metadata: undefined,
    filename: "",
    mediaType: "",
  }
  const message = {
    messageId: randomUUID(),
    contextId: "",
    taskId: "",
    role: Role.ROLE_USER,
    parts: [part],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
  return { tenant: "", message, configuration: undefined, metadata: undefined }
}

const stateOf = (status: Task["status"]) =>
  taskStateToJSON(status?.state ?? 0)
    .replace("TASK_STATE_", "")
    .toLowerCase()
    .replace("_", "-")

type Parts = { content?: { $case: string; value?: unknown } }[]
const dataIn = (parts: Parts = []): Record<string, unknown> =>
  Object.assign({}, ...parts.flatMap(({ content }) => (content?.$case === "data" ? [content.value] : [])))

function seen({ id, status, artifacts }: Task): Seen {
  const data = artifacts.flatMap(({ parts }) => parts)
  return { id, state: stateOf(status), artifacts: dataIn(data), status_data: dataIn(status?.message?.parts) }
}

async function* steps(events: AsyncGenerator<StreamResponse>): AsyncGenerator<Partial<Seen>> {
  for await (const { payload } of events) {
    if (payload?.$case === "task") yield seen(payload.value)
    if (payload?.$case === "statusUpdate")
      yield {
        state: stateOf(payload.value.status),
        status_data: dataIn(payload.value.status?.message?.parts),
      }
    if (payload?.$case === "artifactUpdate") yield { artifacts: dataIn(payload.value.artifact?.parts) }
  }
}

interface OldPart {
  kind: string
  data?: unknown
}

interface OldStatus {
  state: string
  message?: { parts: OldPart[] }
}

const oldData = (parts: OldPart[] = []): Record<string, unknown> =>
  Object.assign({}, ...parts.flatMap(({ kind, data }) => (kind === "data" ? [data] : [])))

type OldEvent = {
  kind: string
  id?: string
  status?: OldStatus
  artifacts?: { parts: OldPart[] }[]
  artifact?: { parts: OldPart[] }
}

function oldSeen({ id = "", status, artifacts = [] }: OldEvent): Seen {
  const data = artifacts.flatMap(({ parts }) => parts)
  return {
    id,
    state: status?.state ?? "",
    artifacts: oldData(data),
    status_data: oldData(status?.message?.parts),
  }
}

async function* oldSteps(events: AsyncGenerator<unknown>): AsyncGenerator<Partial<Seen>> {
  for await (const event of events as AsyncGenerator<OldEvent>) {
    if (event.kind === "task") yield oldSeen(event)
    if (event.kind === "status-update")
      yield { state: event.status?.state, status_data: oldData(event.status?.message?.parts) }
    if (event.kind === "artifact-update") yield { artifacts: oldData(event.artifact?.parts) }
  }
}

/** `@a2a-js/sdk` 0.3.14, which supports only 0.3. */
export async function oldClient(access_token: string): Promise<OfficialClient> {
  const transports = [new OldTransportFactory({ fetchImpl: bearing(access_token) })]
  const client = await new OldClientFactory({ transports }).createFromUrl(world().base_url)
  const paramsOf = (data: object) => ({
    message: {
      kind: "message" as const,
      messageId: randomUUID(),
      role: "user" as const,
      parts: [{ kind: "data" as const, data: data as Record<string, unknown> }],
    },
  })
  return {
    skills: async () => (await client.getAgentCard()).skills.map(({ id }) => id),
    send: async (data) => oldSeen((await client.sendMessage(paramsOf(data))) as OldEvent),
    stream: (data) => oldSteps(client.sendMessageStream(paramsOf(data))),
    resubscribe: (id) => oldSteps(client.resubscribeTask({ id })),
    get: async (id) => oldSeen(await client.getTask({ id })),
    cancel: async (id) => oldSeen(await client.cancelTask({ id })),
    async tellAt(taskId, url) {
      const config = { id: "mine", url, token: "token" }
      await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig: config })
      await client.setTaskPushNotificationConfig({
        taskId,
        pushNotificationConfig: { ...config, id: "other" },
      })
      const other = { id: taskId, pushNotificationConfigId: "other" }
      await client.deleteTaskPushNotificationConfig(other)
      const mine = { id: taskId, pushNotificationConfigId: "mine" }
      const got = (await client.getTaskPushNotificationConfig(mine)).pushNotificationConfig
      const all = await client.listTaskPushNotificationConfig({ id: taskId })
      return all.map(({ pushNotificationConfig: one }) => (one.id === got.id ? got.url : one.url))
    },
  }
}
