import { logOf } from "../log"
import { isStillAdmitted } from "./admission"
import { withBeats } from "./beats"
import type { Call } from "./call"
import { countStream } from "./open-streams"
import { type RawReply, reply } from "./reply"
import type { SurfaceName } from "./surface"

/** Of every stream: nothing on the way may hold it back or keep it. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
}

/** How often a quiet stream looks whether its token is still let in. */
const CHECK_MS = 5_000
/** A connection on which nothing is said for longer may be cut on its way. */
const HEARTBEAT_MS = 15_000
/** How old the word may be that a token is let in, when something is sent on it. */
const TRUST_MS = 1_000

/**
 * A stream of Server-Sent Events: `frames` as they come, and a comment before 15 seconds are quiet. It ends when the
 * token is no longer let in; nothing is sent on one that was last seen good more than a second ago. A stream that breaks
 * just ends: its reader comes again. `frames` must end when `call.signal` aborts. Throws `rate_limited` when the client
 * has too many open.
 */
export function eventStream(frames: AsyncIterator<string, void>, surface: SurfaceName, call: Call): RawReply {
  countStream(call)
  return reply(200, STREAM_HEADERS, admitted(frames, surface, call))
}

async function* admitted(
  frames: AsyncIterator<string, void>,
  surface: SurfaceName,
  call: Call
): AsyncGenerator<string, void> {
  let [checked, spoken] = [Date.now(), Date.now()]
  yield "retry: 3000\n\n"
  try {
    for await (const frame of withBeats(frames, CHECK_MS)) {
      if (Date.now() - checked > TRUST_MS) {
        if (!(await isStillAdmitted(call, surface))) return
        checked = Date.now()
      }
      const is_due = Date.now() - spoken > HEARTBEAT_MS - CHECK_MS
      if (frame === null && !is_due) continue
      yield frame ?? ": ping\n\n"
      spoken = Date.now()
    }
  } catch (error) {
    logOf(call.container).warn(`the stream broke: ${(error as Error).message}`)
  }
}
