import { Ajv } from "ajv"
import schema from "./0.3.json"

const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(schema, "a2a")

/** The definitions of the responses, by method. */
const RESPONSES: ReadonlyMap<string | undefined, string> = new Map([
  ["message/send", "SendMessageResponse"],
  ["message/stream", "SendStreamingMessageResponse"],
  ["tasks/get", "GetTaskResponse"],
  ["tasks/cancel", "CancelTaskResponse"],
  ["tasks/resubscribe", "SendStreamingMessageResponse"],
  ["tasks/pushNotificationConfig/set", "SetTaskPushNotificationConfigResponse"],
  ["tasks/pushNotificationConfig/get", "GetTaskPushNotificationConfigResponse"],
  ["tasks/pushNotificationConfig/list", "ListTaskPushNotificationConfigResponse"],
  ["tasks/pushNotificationConfig/delete", "DeleteTaskPushNotificationConfigResponse"],
  ["agent/getAuthenticatedExtendedCard", "GetAuthenticatedExtendedCardResponse"],
])

/** What of a document contradicts a definition of A2A 0.3. */
function deviationsFrom(definition: string, document: object): string[] {
  const validate = ajv.getSchema(`a2a#/definitions/${definition}`)
  if (!validate) return [`there is no definition ${definition}`]
  return validate(document) ? [] : [ajv.errorsText(validate.errors, { dataVar: definition })]
}

/** What of the response to a method contradicts the published schema. Methods that 0.3 does not define have none. */
export function deviationsOfResponse(method: string | undefined, response: object): string[] {
  const definition = RESPONSES.get(method)
  return definition ? deviationsFrom(definition, response) : []
}

export const deviationsOfCard = (card: object): string[] => deviationsFrom("AgentCard", card)
