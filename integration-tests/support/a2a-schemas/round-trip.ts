import {
  AgentCard,
  ListTaskPushNotificationConfigsResponse,
  ListTasksResponse,
  SendMessageResponse,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
} from "@a2a-js/sdk"

/** The official client's type of a message of A2A 1.0. */
interface Codec {
  readonly fromJSON: (json: unknown) => unknown
  readonly toJSON: (message: never) => unknown
}

/** The results of the methods of 1.0 that have one. Those of streaming methods are single events. */
const RESULTS: ReadonlyMap<string | undefined, Codec> = new Map<string, Codec>([
  ["SendMessage", SendMessageResponse],
  ["SendStreamingMessage", StreamResponse],
  ["SubscribeToTask", StreamResponse],
  ["GetTask", Task],
  ["ListTasks", ListTasksResponse],
  ["CancelTask", Task],
  ["CreateTaskPushNotificationConfig", TaskPushNotificationConfig],
  ["GetTaskPushNotificationConfig", TaskPushNotificationConfig],
  ["ListTaskPushNotificationConfigs", ListTaskPushNotificationConfigsResponse],
  ["GetExtendedAgentCard", AgentCard],
])

/** Whether A2A 1.0 has the method. */
export const isNewMethod = (method: string | undefined): boolean => RESULTS.has(method)

/** The method of 1.0 that each address of its HTTP+JSON binding has. */
const ADDRESSES: readonly [RegExp, string][] = [
  [/^POST \/message:send$/, "SendMessage"],
  [/^POST \/message:stream$/, "SendStreamingMessage"],
  [/^GET \/tasks$/, "ListTasks"],
  [/^GET \/tasks\/[^/:]+$/, "GetTask"],
  [/^POST \/tasks\/[^/:]+:cancel$/, "CancelTask"],
  [/^(GET|POST) \/tasks\/[^/:]+:subscribe$/, "SubscribeToTask"],
  [/^POST \/tasks\/[^/]+\/pushNotificationConfigs$/, "CreateTaskPushNotificationConfig"],
  [/^GET \/tasks\/[^/]+\/pushNotificationConfigs$/, "ListTaskPushNotificationConfigs"],
  [/^GET \/tasks\/[^/]+\/pushNotificationConfigs\/[^/]+$/, "GetTaskPushNotificationConfig"],
  [/^GET \/extendedAgentCard$/, "GetExtendedAgentCard"],
]

/** The method of a call of the HTTP+JSON binding. `path` begins after the interface's address. */
export const methodAt = (method: string, path: string): string | undefined =>
  ADDRESSES.find(([address]) => address.test(`${method} ${path}`))?.[1]

/** What of a method's result the official client does not read, or reads differently. */
export function deviationsOfResult(method: string | undefined, result: unknown): string[] {
  const codec = RESULTS.get(method)
  return codec ? unread(codec, String(method), result) : []
}

/** What of an Agent Card the official client does not read, or reads differently. */
export const deviationsOfNewCard = (card: object): string[] => unread(AgentCard, "AgentCard", card)

function unread(codec: Codec, name: string, sent: unknown): string[] {
  try {
    return differences(name, sent, codec.toJSON(codec.fromJSON(sent) as never))
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}

/** Members with a value that protobuf does not distinguish from an absent one may be missing in what was read. */
function differences(path: string, sent: unknown, read: unknown): string[] {
  if (isDefault(sent) && read === undefined) return []
  if (typeof sent !== "object" || sent === null || typeof read !== "object" || read === null)
    return sent === read ? [] : [`${path} is ${JSON.stringify(sent)} and is read as ${JSON.stringify(read)}`]
  const values = new Map(Object.entries(read))
  return Object.entries(sent).flatMap(([name, value]) =>
    differences(`${path}.${name}`, value, values.get(name))
  )
}

const isDefault = (value: unknown): boolean =>
  ["", 0, false, null].includes(value as string) ||
  (typeof value === "object" && Object.keys(value ?? {}).length === 0)
