import type { Check } from "../check"
import type { Dossier, OrderFile } from "../dossier"
import { isGivenBack } from "./given-back"

/** Whether the shop's subscribers must have heard of the order: an agent's is announced when its task is completed. */
function isAnnounced({ ours, tasks }: Dossier): boolean {
  return (
    ours?.origin === "cart" || tasks.some(({ state, operation_id }) => !operation_id && state === "completed")
  )
}

/** An agent ended its task while the order was being announced: it may have been, and is canceled then. */
function wasCalledOff({ bank, tasks }: Dossier): boolean {
  return bank?.status === "voided" && tasks.some(({ state }) => state === "canceled")
}

/** The merchant canceled the order before, or while, it was announced: perhaps nobody was told, and the money went back. */
function wasTakenBack({ ours }: Dossier, { status }: OrderFile): boolean {
  return status === "canceled" && isGivenBack(ours)
}

/** `order.placed` has told of each order that is paid or reserved, and of no other. */
export const placed: Check = {
  name: "placed",
  kind: "difference",
  find: (dossier) =>
    dossier.orders.map((order) => {
      const due = isAnnounced(dossier)
      if (due === order.placed > 0 || wasCalledOff(dossier) || wasTakenBack(dossier, order)) return false
      return due
        ? `nobody was told that order ${order.id} is placed`
        : `order ${order.id} was announced as placed`
    }),
}

/** `order.placed` has told of an order once. */
export const placedOnce: Check = {
  name: "placed-once",
  kind: "duplicate",
  find: ({ orders }) =>
    orders.map(({ id, placed }) => placed > 1 && `order ${id} was announced as placed ${placed} times`),
}
