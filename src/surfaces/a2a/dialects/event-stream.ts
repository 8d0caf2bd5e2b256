import { setTimeout as sleep } from "node:timers/promises"
import { type RawReply, reply } from "../../reply"
import { STREAM_HEADERS } from "../task-stream"

const HEARTBEAT_MS = 15_000

const frame = (answer: object) => `data: ${JSON.stringify(answer)}\n\n`

/** A stream of answers that are known already. */
export function streamOf(answers: readonly object[]): RawReply {
  return reply(200, STREAM_HEADERS, answers.map(frame).join(""))
}

/**
 * JSON-RPC answers as Server-Sent Events (A2A 1.0 section 9.4.2), with a sign of life while there are none. Waits for
 * the first: what goes wrong before it is thrown, and told as any other problem.
 */
export async function eventStream(answers: AsyncIterator<object>): Promise<RawReply> {
  return reply(200, STREAM_HEADERS, frames(answers, await answers.next()))
}

async function* frames(
  answers: AsyncIterator<object>,
  first: IteratorResult<object>
): AsyncGenerator<string> {
  let next = Promise.resolve(first)
  try {
    for (;;) {
      const came = await orQuiet(next)
      if (came?.done) return
      if (came) next = answers.next()
      yield came ? frame(came.value) : ": ping\n\n"
    }
  } finally {
    // Whoever has left hears of no failure.
    next.catch(() => undefined)
  }
}

/** What comes within the time of a heartbeat, or undefined. */
async function orQuiet<T>(coming: Promise<T>): Promise<T | undefined> {
  const came = new AbortController()
  const quiet = sleep(HEARTBEAT_MS, undefined, { signal: came.signal }).catch(() => undefined)
  try {
    return await Promise.race([coming, quiet])
  } finally {
    came.abort()
  }
}
