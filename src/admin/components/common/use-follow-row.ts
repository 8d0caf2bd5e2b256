import type { MouseEvent } from "react"
import { useNavigate } from "react-router-dom"

/** Leads to the page of a row by a click anywhere in it. */
export function useFollowRow<Row>(to?: (row: Row) => string): (row: Row) => (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (row) => (event) => {
    if (to && isOfRow(event)) void navigate(to(row))
  }
}

/**
 * Whether a click is about the row: not about what is a link or a button in it, nor the end of marking a text, nor with a key
 * by which a link would be opened elsewhere.
 */
const isOfRow = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  target instanceof Element &&
  !target.closest("a, button") &&
  !(ctrlKey || metaKey || shiftKey) &&
  getSelection()?.isCollapsed !== false
