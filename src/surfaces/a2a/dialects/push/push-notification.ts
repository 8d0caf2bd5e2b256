import type * as A2A from "@a2a-js/sdk"
import { V03PushNotificationSerializer } from "@a2a-js/sdk/compat/v0_3/server"
import { V1PushNotificationSerializer } from "@a2a-js/sdk/server"
import type { DuePush } from "../../../../modules/agent/push-configs"
import { signatureHeaders } from "../../../../outbound/http-signature"
import type { OutboundMessage } from "../../../../outbound/post"
import { kidOf } from "../../../../gateway/signing-key"
import { type Reader, taskOf, updateOf } from "../sdk-task"
import type { PushKeys } from "./push-keys"
import type { PushSecrets } from "./push-secrets"

const SERIALIZERS = { "0.3": new V03PushNotificationSerializer(), "1.0": new V1PushNotificationSerializer() }

const COVERED = ["content-type", "webhook-id", "webhook-timestamp"]

/**
 * The HTTP message for an event: an update in 1.0, the task at that time in 0.3. It has the credentials that the
 * client registered, and a signature (RFC 9421). Id and body are the same in every attempt.
 */
export function notificationOf(
  due: DuePush,
  { token, authentication }: PushSecrets,
  card_key: PushKeys["card_key"],
  reader: Reader,
  now = new Date()
): OutboundMessage {
  const { config, event } = due
  const { body, contentType } = SERIALIZERS[config.version].serialize(
    update(due, reader),
    taskThen(due, reader)
  )
  const headers = {
    "content-type": contentType,
    "user-agent": "gw-push/1",
    "webhook-id": `${event.task_id}-${event.seq}`,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    ...(token !== undefined && { "x-a2a-notification-token": token }),
    ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials}`.trim() }),
  }
  const message = { url: config.url, headers, body }
  const key = { id: kidOf(card_key), jwk: card_key }
  return { ...message, headers: { ...headers, ...signatureHeaders(message, COVERED, key, now) } }
}

function update({ task, event }: DuePush, reader: Reader): A2A.StreamResponse {
  return updateOf(task, event, reader)
}

/** The task at the time of the event, without its history, which may grow between two attempts. */
function taskThen({ task, event }: DuePush, reader: Reader): A2A.Task {
  const { state, artifacts, at } = event
  return taskOf({ ...task, state, artifacts, updated_at: at }, reader, { historyLength: 0 })
}
