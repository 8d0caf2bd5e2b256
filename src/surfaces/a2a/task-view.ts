import type { Artifacts, Task } from "../../modules/agent/models/task"
import type { TaskState } from "../../domain/task"

/** A task in responses of the own dialect (spec: Task). */
export interface WireTask {
  task_id: string
  skill_id: string | null
  state: TaskState
  artifacts: Artifacts
  created_at: string
  updated_at: string
}

/** A task as the plugin's own dialect shows it. */
export function viewTask({ id, skill_id, state, artifacts, created_at, updated_at }: Task): WireTask {
  return {
    task_id: id,
    skill_id,
    state,
    artifacts,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** The URL of a task's event stream. */
export function streamUrl(base_url: string, task_id: string): string {
  return `${base_url}/gw-a2a/v1/tasks/${task_id}/stream`
}
