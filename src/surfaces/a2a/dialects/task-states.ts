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

/** The protocol's number of a state. */
export const toState = (state: TaskState): State => STATES[state]

/** The state with this protocol number; undefined for states that tasks here never have. */
export function stateOf(number: State): TaskState | undefined {
  return (Object.keys(STATES) as TaskState[]).find((state) => STATES[state] === number)
}

/** Whether a task continues by itself. Otherwise its client has to act, or the task is terminal. */
export const goesOn = (state: TaskState): boolean => state !== "input-required" && !isTerminal(state)
