import type { MouseEvent } from "react"
import { useNavigate } from "react-router-dom"

/** Opens the page of a row on a click anywhere in it. */
export function useFollowRow<Row>(to?: (row: Row) => string): (row: Row) => (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (row) => (event) => {
    if (to && isOfRow(event)) void navigate(to(row))
  }
}

/**
 * Whether a click is meant for the row: not for a link or button in it, not the end of a text selection, and without
 * a modifier key that opens links elsewhere.
 */
const isOfRow = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  target instanceof Element &&
  !target.closest("a, button") &&
  !(ctrlKey || metaKey || shiftKey) &&
  getSelection()?.isCollapsed !== false
