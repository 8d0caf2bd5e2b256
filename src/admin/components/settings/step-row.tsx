import type { ReactNode } from "react"
import { State } from "../common/state"

interface Props {
  readonly name: ReactNode
  /** The step's state; undefined before it is known. */
  readonly state: string | undefined
  readonly children: ReactNode
}

/** The name and state of a step, and next to them what it found. */
export function StepRow({ name, state, children }: Props) {
  return (
    <div className="flex flex-col gap-1 px-6 py-3 sm:flex-row sm:gap-4">
      <div className="flex items-start justify-between gap-2 sm:w-1/3 sm:flex-none">
        <span className="txt-small-plus min-w-0 break-words">{name}</span>
        {state && <State state={state} />}
      </div>
      <div className="txt-small min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
