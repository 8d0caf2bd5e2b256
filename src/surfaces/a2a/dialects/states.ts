import { TaskState as State } from "@a2a-js/sdk"
import { type TaskState, isTerminal } from "../../../domain/task"

const STATES: Record<TaskState, State> = {
  submitted: State.TASK_STATE_SUBMITTED,
  working: State.TASK_STATE_WORKING,
  "input-required": State.TASK_STATE_INPUT_REQUIRED,
  completed: State.TASK_STATE_COMPLETED,
  failed: State.TASK_STATE_FAILED,
  canceled: State.TASK_STATE_CANCELED,
}

/** A state as the protocol numbers it. */
export const toState = (state: TaskState): State => STATES[state]

/** The state with the protocol's number; undefined for those our tasks are never in. */
export function stateOf(number: State): TaskState | undefined {
  return (Object.keys(STATES) as TaskState[]).find((state) => STATES[state] === number)
}

/** Whether a task goes on by itself; otherwise its client has to do something, or nothing more will come. */
export const goesOn = (state: TaskState): boolean => state !== "input-required" && !isTerminal(state)
