import { problem } from "../../../domain/errors"
import type { Notice } from "../../../modules/agent/models/session"

/** The error when no session or cart was created because none of its items is available. */
export function unavailable(notices: readonly Notice[], count: number) {
  const path = count === 1 ? "line_items.0.id" : "line_items"
  for (const notice of notices)
    if (notice.code === "item_unavailable")
      return refusal("invalid_item_id", path, `${notice.item} is not sold by this store`)
  return refusal("out_of_stock", path, "all items are out of stock")
}

const refusal = (shown_as: string, path: string, message: string) =>
  problem("invalid_params", { shown_as, issues: [{ path, message }] })
