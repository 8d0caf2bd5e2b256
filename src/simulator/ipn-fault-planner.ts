import type { IpnFault } from "./fault-input"
import { hitsEvent, type Fault, type Faults } from "./faults"
import type { EventRecord } from "./records"

/** When an event is sent: at its scheduled time plus a delay, at once in this order, or only after further events. */
export type Departure =
  { when: "as_planned"; delay_ms: number } | { when: "at_once"; records: EventRecord[] } | { when: "waiting" }

/** Chooses the fault of each delivery attempt from the active faults. */
export class IpnFaultPlanner {
  private readonly chosen = new Map<string, IpnFault>()
  private readonly windows = new Map<Fault, EventRecord[]>()

  constructor(private readonly faults: Faults) {}

  /**
   * Chooses the fault of an attempt that is being scheduled. Events are reordered only at their first attempt. With
   * manual delivery, only events that must arrive before a response are sent without a flush.
   */
  plan(record: EventRecord, manual: boolean): Departure {
    const first = record.attempts === 0
    const window = first && !manual ? this.openWindow(record) : undefined
    if (window) return this.join(window, record)
    const match = this.faults.takeIpn(
      record.event,
      manual ? (ipn) => first && ipn.before_response : undefined
    )
    if (!match) return { when: "as_planned", delay_ms: 0 }
    this.chosen.set(record.event.event_id, match.ipn)
    if (first && match.ipn.before_response) return { when: "at_once", records: [record] }
    if (first && match.ipn.reorder_window > 1) return this.join(match.fault, record)
    return { when: "as_planned", delay_ms: match.ipn.delay_ms }
  }

  /** Returns the fault of the attempt that is made now, once. */
  take({ event }: EventRecord): IpnFault | null {
    const chosen = this.chosen.get(event.event_id) ?? this.faults.takeIpn(event)?.ipn ?? null
    this.chosen.delete(event.event_id)
    return chosen
  }

  /** Ends all reordering windows. */
  release(): void {
    this.windows.clear()
  }

  /** Drops all chosen faults and reordering windows. */
  forget(): void {
    this.release()
    this.chosen.clear()
  }

  private openWindow({ event }: EventRecord): Fault | undefined {
    return [...this.windows.keys()].find((fault) => hitsEvent(fault, event))
  }

  private join(fault: Fault, record: EventRecord): Departure {
    const waiting = [...(this.windows.get(fault) ?? []), record]
    if (fault.ipn) this.chosen.set(record.event.event_id, fault.ipn)
    this.windows.set(fault, waiting)
    if (waiting.length < (fault.ipn?.reorder_window ?? 0)) return { when: "waiting" }
    this.windows.delete(fault)
    return { when: "at_once", records: waiting.reverse() }
  }
}
