/** Task states in the spec's strict order; the last three are terminal (spec: States and transitions). */
export const TASK_STATES = [
  "submitted",
  "working",
  "input-required",
  "completed",
  "failed",
  "canceled",
] as const
export type TaskState = (typeof TASK_STATES)[number]

const RANK: Record<TaskState, number> = {
  submitted: 0,
  working: 1,
  "input-required": 2,
  completed: 3,
  failed: 3,
  canceled: 3,
}

/** Whether a task in this state can no longer change. */
export function isTerminal(state: TaskState): boolean {
  return RANK[state] === 3
}

/**
 * The states of a task's path to `to`, which is the last one; empty if the transition is not possible.
 * `through` names the states that must not be skipped: a payment that settled before customer authentication
 * was recorded still shows that step.
 */
export function pathTo(
  from: TaskState,
  to: TaskState,
  through: readonly TaskState[] = ["working"]
): TaskState[] {
  if (isTerminal(from) || RANK[to] <= RANK[from]) return []
  if (to === "canceled") return [to]
  const between = through.filter((state) => RANK[state] > RANK[from] && RANK[state] < RANK[to])
  return [...between, to]
}
