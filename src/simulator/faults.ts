import type { ApiFault, FaultOrder, IpnFault } from "./fault-input"
import type { Operation } from "./merchant-operations"
import type { BankEvent } from "./records"

/** An active fault, and how many times its two halves still apply (null: until cleared). */
export interface Fault extends FaultOrder {
  id: number
  left: { ipn: number | null; api: number | null }
}

/** The addressee and the type of a notification. */
type Notified = Pick<BankEvent, "merchant_id" | "type">

/** The active faults. The oldest matching one applies. They are not persisted. */
export class Faults {
  private faults: Fault[] = []
  private count = 0

  add(order: FaultOrder): Fault {
    const { times } = order.scope
    const fault = { id: ++this.count, ...order, left: { ipn: times, api: times } }
    this.faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.faults
  }

  clear(): void {
    this.faults = []
  }

  /** Takes the fault for this notification and counts it; `only` restricts the choice. Null when none applies. */
  takeIpn(
    event: Notified,
    only: (ipn: IpnFault) => boolean = () => true
  ): { fault: Fault; ipn: IpnFault } | null {
    const fault = this.faults.find(
      (candidate) =>
        candidate.left.ipn !== 0 && candidate.ipn && hitsEvent(candidate, event) && only(candidate.ipn)
    )
    if (!fault?.ipn) return null
    if (fault.left.ipn !== null) fault.left.ipn -= 1
    return { fault, ipn: fault.ipn }
  }

  /** Whether a fault requires an event of this type to arrive before the response to the call that causes it. */
  wantsEarly(merchantId: string, type: string): boolean {
    return this.faults.some(
      ({ scope, ipn, left }) =>
        ipn?.before_response &&
        left.ipn !== 0 &&
        fits(scope.merchant_id, merchantId) &&
        fits(scope.type, type)
    )
  }

  /** Takes the fault for this call and counts it. Null when none applies. */
  takeApi(merchantId: string, operation: Operation): ApiFault | null {
    const fault = this.faults.find(({ scope, api, left }) => {
      const matchesOperation = scope.operation === null || scope.operation === operation
      return api && left.api !== 0 && matchesOperation && fits(scope.merchant_id, merchantId)
    })
    if (!fault?.api) return null
    if (fault.left.api !== null) fault.left.api -= 1
    return fault.api
  }
}

/** Whether the notification half of a fault matches this event, whatever its remaining count. */
export function hitsEvent({ scope }: Fault, { merchant_id, type }: Notified): boolean {
  return fits(scope.merchant_id, merchant_id) && fits(scope.type, type)
}

function fits(wanted: string | null, actual: string): boolean {
  return wanted === null || wanted === actual
}
