import type { Check } from "../check"
import type { Dossier, OrderFile } from "../dossier"
import { mayBeRefunded } from "./refund-allowed"

/**
 * Whether the shop's subscribers must have heard of the order: an agent's is announced when its task is completed, a
 * checkout's when the bank has authorized its payment, or when nothing is to be paid.
 */
function isAnnounced({ ours, bank, tasks }: Dossier): boolean {
  const makers = tasks.filter(({ operation_id }) => !operation_id)
  if (ours?.origin === "cart" || ours?.status === "nothing_due") return true
  if (makers.length) return makers.some(({ state }) => state === "completed")
  return Boolean(bank) && (bank?.status === "authorized" || (bank?.captures.length ?? 0) > 0)
}

/** An agent ended its task while the order was being announced: it may have been, and is canceled then. */
function wasCalledOff({ bank, tasks }: Dossier): boolean {
  return bank?.status === "voided" && tasks.some(({ state }) => state === "canceled")
}

/** The merchant canceled the order before, or while, it was announced: the announcement may be missing, and the payment is refunded or voided. */
function wasTakenBack(dossier: Dossier, { status }: OrderFile): boolean {
  return status === "canceled" && mayBeRefunded(dossier)
}

/** `order.placed` has announced each order that is paid or has reserved items, and no other order. */
export const placed: Check = {
  name: "placed",
  kind: "difference",
  find: (dossier) =>
    // Medusa itself announces an order that existed before its payment, or that has none of the plugin's.
    dossier.orders.map((order) => {
      if (!dossier.ours || dossier.ours.origin === "existing_order") return false
      const due = isAnnounced(dossier)
      if (due === order.placed > 0 || wasCalledOff(dossier) || wasTakenBack(dossier, order)) return false
      return due
        ? `order ${order.id} was not announced: ${stateOf(dossier, order)}`
        : `order ${order.id} was announced as placed: ${stateOf(dossier, order)}`
    }),
}

/** The states on which the check decides, for the person who reads the finding. */
function stateOf(
  { ours, bank, tasks, story, is_cancel_requested, is_void_requested }: Dossier,
  order: OrderFile
): string {
  const states = tasks.map(({ skill_id, state }) => `${skill_id} ${state}`)
  const requests = [is_cancel_requested && "cancel requested", is_void_requested && "void requested"].filter(
    Boolean
  )
  return [
    `payment ${ours?.origin} ${ours?.intent} ${ours?.status}`,
    `bank ${bank?.status}`,
    `order ${order.status}`,
    `expected ${story?.expects}`,
    ...states,
    ...requests,
  ].join(", ")
}

/** `order.placed` has announced an order once. */
export const placedOnce: Check = {
  name: "placed-once",
  kind: "duplicate",
  find: ({ orders }) =>
    orders.map(({ id, placed }) => placed > 1 && `order ${id} was announced as placed ${placed} times`),
}
