import { logOf } from "../lib/log"
import { isStillAdmitted } from "./admission"
import { withHeartbeat } from "./sse-heartbeat"
import type { Call } from "./call"
import { countStream } from "./open-streams"
import { type RawReply, reply } from "./reply"
import type { SurfaceName } from "./surface"

/** The headers of every stream: no proxy may buffer or cache it. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
}

/** How often an idle stream checks whether its token is still valid. */
const CHECK_MS = 5_000
/** An intermediary may close a connection that is idle for longer. */
const HEARTBEAT_MS = 15_000
/** The maximum age of the last token check when a frame is sent. */
const TRUST_MS = 1_000

/**
 * A stream of Server-Sent Events: `frames` as they come, and a comment as heartbeat before 15 seconds without one. It
 * ends when the token is no longer valid; a frame is sent only if the token was checked within the last second. A
 * stream that fails just ends, because its client reconnects. `frames` must end when `call.signal` aborts. Throws
 * `rate_limited` when the client has too many streams open.
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
  let [checkedAt, sentAt] = [Date.now(), Date.now()]
  yield "retry: 3000\n\n"
  try {
    for await (const frame of withHeartbeat(frames, CHECK_MS)) {
      if (Date.now() - checkedAt > TRUST_MS) {
        if (!(await isStillAdmitted(call, surface))) return
        checkedAt = Date.now()
      }
      const isDue = Date.now() - sentAt > HEARTBEAT_MS - CHECK_MS
      if (frame === null && !isDue) continue
      yield frame ?? ": ping\n\n"
      sentAt = Date.now()
    }
  } catch (error) {
    logOf(call.container).warn(`the event stream failed: ${(error as Error).message}`)
  }
}
