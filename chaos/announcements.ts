import { type Announcement, isAnnouncement, type StoreEvent } from "../integration-tests/support/events-file"

/** An announcement with its place in the file. */
interface Emitted extends Announcement {
  readonly at: number
}

/** A kill of a server, with the places in the file before the signal and after the end of the process. */
interface Kill {
  readonly server: number
  readonly begun: number
  readonly over: number
}

/**
 * The order ids of the announcements, except those that the store could only repeat: the run killed the server before the
 * transaction of its announcement had ended, and then another process announced the order (docs/guarantees.md).
 */
export function placedIn(events: readonly StoreEvent[]): string[] {
  const emitted = events.flatMap((event, at): Emitted[] => (isAnnouncement(event) ? [{ ...event, at }] : []))
  const ended = new Set(events.flatMap((event) => ("ended" in event ? event.ended : [])))
  const kills = killsIn(events)
  const counted = emitted.filter((announcement) => {
    const { id, attempt, at } = announcement
    const next = emitted.find((other) => other.id === id && other.at > at)
    const isOpen = attempt !== undefined && !ended.has(attempt)
    return !(isOpen && next && kills.some((kill) => isBetween(kill, announcement, next)))
  })
  return counted.map(({ id }) => id)
}

/**
 * The ids of the orders whose announcement was lost: Medusa's completion of the cart had queued it in the memory of a server
 * that the run killed before it was emitted, and nothing announces it later (docs/guarantees.md).
 */
export function lostIn(events: readonly StoreEvent[]): string[] {
  const emitted = new Set(events.filter(isAnnouncement).map(({ id }) => id))
  const kills = killsIn(events)
  const lost = events.flatMap((event, at) => {
    if (!("queued" in event) || emitted.has(event.queued)) return []
    const { queued, server } = event
    const kill = kills.find((other) => other.server === server && other.over > at)
    const isOver = events
      .slice(at, kill?.over)
      .some((other) => "unqueued" in other && other.unqueued === queued)
    return kill && !isOver ? [queued] : []
  })
  return [...new Set(lost)]
}

function killsIn(events: readonly StoreEvent[]): Kill[] {
  return events.flatMap((event, begun) => {
    if (!("killing" in event)) return []
    const server = event.killing
    const over = events.findIndex((other, at) => at > begun && "killed" in other && other.killed === server)
    return [{ server, begun, over }]
  })
}

/** Whether the kill ended the process of the first announcement, and the other one came from another process after it. */
function isBetween({ server, begun, over }: Kill, first: Emitted, next: Emitted): boolean {
  // The server may announce until its process has ended, and another one may announce before the run has noticed the end.
  return first.server === server && next.server !== server && first.at < over && begun < next.at
}
