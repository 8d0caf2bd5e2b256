import type { Check } from "../check"
import type { Dossier, OrderFile } from "../dossier"
import { mayGoBack } from "./given-back"

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

/** The merchant canceled the order before, or while, it was announced: perhaps nobody was told, and the money went back. */
function wasTakenBack(dossier: Dossier, { status }: OrderFile): boolean {
  return status === "canceled" && mayGoBack(dossier)
}

/** `order.placed` has announced each order that is paid or has reserved items, and no other order. */
export const placed: Check = {
  name: "placed",
  kind: "difference",
  find: (dossier) =>
    // Medusa itself has announced an order that existed before its payment.
    dossier.orders.map((order) => {
      if (dossier.ours?.origin === "existing_order") return false
      const due = isAnnounced(dossier)
      if (due === order.placed > 0 || wasCalledOff(dossier) || wasTakenBack(dossier, order)) return false
      return due
        ? `nobody was told that order ${order.id} is placed`
        : `order ${order.id} was announced as placed`
    }),
}

/** `order.placed` has announced an order once. */
export const placedOnce: Check = {
  name: "placed-once",
  kind: "duplicate",
  find: ({ orders }) =>
    orders.map(({ id, placed }) => placed > 1 && `order ${id} was announced as placed ${placed} times`),
}
