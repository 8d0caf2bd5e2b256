import { bound } from "./bound-endpoint"

/** Sends a message and returns its task; needs the scope of the skill that the message invokes. */
export const sendMessage = bound("SendMessage")

/** Sends a message and streams the updates of its task; needs the same scope. */
export const sendStreamingMessage = bound("SendStreamingMessage")

/** Returns one of the caller's tasks. */
export const getTask = bound("GetTask")

/** Lists the caller's tasks, most recently updated first. */
export const listTasks = bound("ListTasks")

/** Cancels a task, its payment first; needs the scope of the task's skill. */
export const cancelTask = bound("CancelTask")

/** Streams the current task and its updates, until it ends. */
export const subscribeToTask = bound("SubscribeToTask")

/** Registers a URL that receives push notifications about a task. */
export const createPushConfig = bound("CreateTaskPushNotificationConfig", 201)

/** Returns one push configuration of a task. */
export const getPushConfig = bound("GetTaskPushNotificationConfig")

/** Lists the push configurations of a task. */
export const listPushConfigs = bound("ListTaskPushNotificationConfigs")

/** Deletes a push configuration of a task. */
export const deletePushConfig = bound("DeleteTaskPushNotificationConfig", 204)

/** Returns the extended card: only the skills that the token may invoke. */
export const getExtendedCard = bound("GetExtendedAgentCard")
