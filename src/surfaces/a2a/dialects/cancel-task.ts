import type * as A2A from "@a2a-js/sdk"
import { problem, problemIn } from "../../../domain/errors"
import { cancelTask } from "../../../workflows/task/cancel-task"
import type { Call } from "../../../gateway/call"
import { cancelableTask } from "../cancel-task"
import { checkedId } from "./message-checks"
import { readerOf, taskOf } from "./sdk-task"
import type { Version } from "./a2a-version"

/**
 * Cancels a task, its payment first. In 1.0 a canceled task may be canceled again (A2A 1.0 section 3.1.5). Throws
 * `task_not_cancelable` also for a task whose payment can no longer be stopped.
 */
export async function cancel(
  request: A2A.CancelTaskRequest,
  version: Version,
  call: Call
): Promise<A2A.Task> {
  const id = checkedId(request.id)
  const task = await cancelableTask(id, call)
  if (version === "1.0" && task.state === "canceled") return taskOf(task, readerOf(call))
  try {
    return taskOf(await cancelTask(call.container, task), readerOf(call))
  } catch (thrown) {
    if (problemIn(thrown)?.code !== "invalid_state") throw thrown
    throw problem("task_not_cancelable", { task_id: id, state: task.state })
  }
}
