import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type * as A2A from "@a2a-js/sdk"
import { problem } from "../../../../domain/errors"
import { AGENT_MODULE } from "../../../../modules/agent"
import type { PushConfig } from "../../../../modules/agent/models/push-config"
import type { PushStart } from "../../../../modules/agent/push-configs"
import type AgentService from "../../../../modules/agent/service"
import { refusalOf } from "../../../../outbound/allowed-url"
import { policyOf } from "../../../../gateway/admission"
import { type Call, callerOf } from "../../../../gateway/call"
import { checkedId, refused } from "../message-checks"
import type { Version } from "../a2a-version"
import { type PushKeys, pushKeysIn } from "./push-keys"
import { type PushSecrets, openSecrets, encryptSecrets } from "./push-secrets"

type Config = A2A.TaskPushNotificationConfig

/**
 * Registers a URL that receives push notifications about a task (A2A 1.0 section 3.1.7), from its next event on or
 * from the first one. Throws `push_not_supported`,
 * `task_not_found`, and `invalid_params` for a URL that the store must not call.
 */
export async function createConfig(
  requested: Config,
  version: Version,
  call: Call,
  start: PushStart = "next"
): Promise<Config> {
  const keys = keysOf(call)
  const task_id = await ownTask(requested.taskId, call)
  const { url, secrets } = checkedConfig(requested, call)
  const id = requested.id ? checkedId(requested.id) : randomUUID()
  const { push } = agentOf(call)
  const encrypted = encryptedSecrets(secrets, await push.find(task_id, id), { task_id, id }, keys)
  const { grant_id, scopes } = callerOf(call)
  const config = { task_id, id, url, version, grant_id, scopes: [...scopes], secrets: encrypted }
  return toWire(await push.save(config, start), keys)
}

/**
 * The stored encrypted secrets when they are the same: encrypting them again would give another text, and look like a
 * change.
 */
function encryptedSecrets(
  secrets: PushSecrets,
  known: PushConfig | undefined,
  named: Pick<PushConfig, "task_id" | "id">,
  { encryption_key }: PushKeys
): string | null {
  if (known && isDeepStrictEqual(openSecrets(known, encryption_key), secrets)) return known.secrets
  return encryptSecrets(secrets, named, encryption_key)
}

/**
 * One push configuration of a task. Throws `task_not_found` also when the task has no such configuration (A2A 1.0
 * section 3.1.8).
 */
export async function getConfig(
  { taskId, id }: A2A.GetTaskPushNotificationConfigRequest,
  call: Call
): Promise<Config> {
  const keys = keysOf(call)
  const task_id = await ownTask(taskId, call)
  const { push } = agentOf(call)
  // 0.3 omits the id when a task has one configuration.
  const config = id ? await push.find(task_id, id) : (await push.list(task_id))[0]
  if (!config)
    throw problem("task_not_found", { task_id }, "The task has no matching push notification config.")
  return toWire(config, keys)
}

/** All push configurations of a task, on one page: at most ten of them are active. */
export async function listConfigs(
  { taskId }: A2A.ListTaskPushNotificationConfigsRequest,
  call: Call
): Promise<A2A.ListTaskPushNotificationConfigsResponse> {
  const keys = keysOf(call)
  const configs = await agentOf(call).push.list(await ownTask(taskId, call))
  return { configs: configs.map((config) => toWire(config, keys)), nextPageToken: "" }
}

/** Deletes a push configuration. Safe to repeat (A2A 1.0 section 3.1.10). */
export async function deleteConfig(
  { taskId, id }: A2A.DeleteTaskPushNotificationConfigRequest,
  call: Call
): Promise<void> {
  keysOf(call)
  await agentOf(call).push.delete(await ownTask(taskId, call), checkedId(id))
}

/** Refuses an invalid push configuration before its task exists, so that nothing is started. */
export function checkConfig(requested: Config, call: Call): void {
  keysOf(call)
  checkedConfig(requested, call)
  if (requested.id) checkedId(requested.id)
}

function checkedConfig({ url, token, authentication }: Config, call: Call) {
  // The SDK passes it on unchecked.
  if (typeof url !== "string") throw refused("url", "must be a string")
  const refusal = refusalOf(url, policyOf(call).options.allow_private_networks)
  if (refusal) throw refused("url", refusal)
  const secrets: PushSecrets = {
    ...(token && { token: inHeader("token", token) }),
    ...(authentication?.scheme && {
      authentication: {
        scheme: inHeader("authentication.scheme", authentication.scheme),
        credentials: inHeader("authentication.credentials", authentication.credentials || ""),
      },
    }),
  }
  return { url, secrets }
}

const LONGEST = 4000

/** A value for a header: printable ASCII only, so that it cannot end the header. */
function inHeader(path: string, text: unknown): string {
  if (typeof text === "string" && text.length <= LONGEST && /^[\x20-\x7e]*$/.test(text)) return text
  throw refused(path, `must be printable ASCII of at most ${LONGEST} characters`)
}

async function ownTask(taskId: unknown, call: Call): Promise<string> {
  return (await agentOf(call).retrieve(checkedId(taskId), callerOf(call).client_id)).id
}

/** The configuration in the SDK's model, without its secrets when they can no longer be decrypted. */
function toWire(config: PushConfig, { encryption_key }: PushKeys): Config {
  const { task_id: taskId, id, url } = config
  const { token = "", authentication } = openSecrets(config, encryption_key) ?? {}
  return { tenant: "", taskId, id, url, token, authentication }
}

function keysOf(call: Call): PushKeys {
  const keys = pushKeysIn(policyOf(call).options)
  if (!keys) throw problem("push_not_supported")
  return keys
}

const agentOf = (call: Call) => call.container.resolve<AgentService>(AGENT_MODULE)
