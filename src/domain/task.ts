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

/** Whether nothing can change a task in this state any more. */
export function isTerminal(state: TaskState): boolean {
  return RANK[state] === 3
}

/**
 * The states a task passes on its way, the last being `to`; empty when it cannot go there.
 * A payment settled before the shopper's step was recorded still shows that step, so `through` names the states
 * that may not be left out.
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
