import type { IpnFault } from "./fault-input"
import { hitsEvent, type Fault, type Faults } from "./faults"
import type { EventRecord } from "./records"

/** When an event is sent: as scheduled (or later), at once in this order, or only after further events. */
export type Departure =
  { when: "as_planned"; delay_ms: number } | { when: "at_once"; records: EventRecord[] } | { when: "held" }

/** Chooses the fault of each delivery attempt from the active faults. */
export class IpnMischief {
  private readonly drawn = new Map<string, IpnFault>()
  private readonly windows = new Map<Fault, EventRecord[]>()

  constructor(private readonly faults: Faults) {}

  /**
   * Chooses the fault of an attempt that is being scheduled. Events are reordered at the first attempt only. With
   * manual delivery, only events that must arrive before a response are sent without a flush.
   */
  plan(record: EventRecord, manual: boolean): Departure {
    const first = record.attempts === 0
    const window = first && !manual ? this.openWindow(record) : undefined
    if (window) return this.join(window, record)
    const struck = this.faults.takeIpn(
      record.event,
      manual ? (ipn) => first && ipn.before_response : undefined
    )
    if (!struck) return { when: "as_planned", delay_ms: 0 }
    this.drawn.set(record.event.event_id, struck.ipn)
    if (first && struck.ipn.before_response) return { when: "at_once", records: [record] }
    if (first && struck.ipn.reorder_window > 1) return this.join(struck.fault, record)
    return { when: "as_planned", delay_ms: struck.ipn.delay_ms }
  }

  /** The fault of the attempt that is made now. */
  take({ event }: EventRecord): IpnFault | null {
    const drawn = this.drawn.get(event.event_id) ?? this.faults.takeIpn(event)?.ipn ?? null
    this.drawn.delete(event.event_id)
    return drawn
  }

  /** Ends all reordering windows. */
  release(): void {
    this.windows.clear()
  }

  /** Drops all chosen faults and reordering windows. */
  forget(): void {
    this.release()
    this.drawn.clear()
  }

  private openWindow({ event }: EventRecord): Fault | undefined {
    return [...this.windows.keys()].find((fault) => hitsEvent(fault, event))
  }

  private join(fault: Fault, record: EventRecord): Departure {
    const held = [...(this.windows.get(fault) ?? []), record]
    if (fault.ipn) this.drawn.set(record.event.event_id, fault.ipn)
    this.windows.set(fault, held)
    if (held.length < (fault.ipn?.reorder_window ?? 0)) return { when: "held" }
    this.windows.delete(fault)
    return { when: "at_once", records: held.reverse() }
  }
}
