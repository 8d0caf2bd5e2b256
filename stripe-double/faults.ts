/**
 * `error` answers 500 and does nothing; `lost_answer` executes the call and ends the connection without an answer;
 * `late_answer` executes the call and answers after `delay_ms`.
 */
export type FaultKind = "error" | "lost_answer" | "late_answer"

/** A fault of the double. */
export interface Fault {
  readonly kind: FaultKind
  /** Part of the method and path, such as `POST /v1/refunds`. */
  readonly call: string
  /** The number of calls that fail. */
  readonly times: number
  /** The delay of a late answer. */
  readonly delay_ms?: number
}

/** Planned failures of API calls. */
export class Faults {
  private planned: Fault[] = []

  plan(fault: Fault): void {
    this.planned.push(fault)
  }

  clear(): void {
    this.planned = []
  }

  /** The failure of a call, which is used up by it. */
  take(call: string): Fault | undefined {
    const index = this.planned.findIndex((fault) => call.includes(fault.call))
    const fault = this.planned[index]
    if (!fault) return undefined
    const rest = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
    this.planned.splice(index, 1, ...rest)
    return fault
  }
}
