import type { Connection } from "./connection"
import { METHODS } from "./methods"

/** Reports the document's size at first and after each change, in CSS pixels, so that the host adapts the frame. */
export function reportSize(connection: Connection): void {
  const root = document.documentElement
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    connection.notify(METHODS.sizeChanged, { width: innerWidth, height })
  }).observe(root)
}
