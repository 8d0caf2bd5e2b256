import { type Problem, problem } from "../../../domain/errors"
import type { Access } from "../../../gateway/operation"
import { VERSIONS, type Version } from "./a2a-version"

/** A method that invokes the skill its message names, and needs that skill's scope. */
export const BY_SKILL = "by_skill"

const READ = "a2a:payments:read"

/** The access that each official method needs (A2A 0.3 section 7, A2A 1.0 section 9.4), by its name in each version. */
const METHODS: Record<Version, Readonly<Record<string, Access | typeof BY_SKILL>>> = {
  "0.3": {
    "message/send": BY_SKILL,
    "message/stream": BY_SKILL,
    "tasks/get": READ,
    "tasks/cancel": "any_token",
    "tasks/resubscribe": READ,
    "tasks/pushNotificationConfig/set": READ,
    "tasks/pushNotificationConfig/get": READ,
    "tasks/pushNotificationConfig/list": READ,
    "tasks/pushNotificationConfig/delete": READ,
    "agent/getAuthenticatedExtendedCard": "any_token",
  },
  "1.0": {
    SendMessage: BY_SKILL,
    SendStreamingMessage: BY_SKILL,
    GetTask: READ,
    ListTasks: READ,
    CancelTask: "any_token",
    SubscribeToTask: READ,
    CreateTaskPushNotificationConfig: READ,
    GetTaskPushNotificationConfig: READ,
    ListTaskPushNotificationConfigs: READ,
    DeleteTaskPushNotificationConfig: READ,
    GetExtendedAgentCard: "any_token",
  },
}

/** The names of the methods of a version. */
export const methodsOf = (version: Version): string[] => Object.keys(METHODS[version])

/** Whether a version has a method of this name. */
export const hasMethod = (version: Version, method: string): boolean =>
  Object.hasOwn(METHODS[version], method)

/** Whether one of the versions has a method of this name. */
export const isOfficialMethod = (method: string): boolean =>
  VERSIONS.some((version) => hasMethod(version, method))

/** The error for a method that the version does not have. Names the version to send when the other one has it. */
export function methodNotFound(version: Version, method: string): Problem {
  const other = VERSIONS.find((one) => hasMethod(one, method))
  const methods = methodsOf(version)
  if (!other) return problem("method_not_found", { methods })
  const message = `${method} is a method of A2A ${other}, and the call is of ${version}. Send the header A2A-Version: ${other}.`
  return problem("method_not_found", { methods, send_a2a_version: other }, message)
}

/** The access that a method needs; undefined when the version has no method of this name. */
export function accessTo(version: Version, method: string): Access | typeof BY_SKILL | undefined {
  return hasMethod(version, method) ? METHODS[version][method] : undefined
}
