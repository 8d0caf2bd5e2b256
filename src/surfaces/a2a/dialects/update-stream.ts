import type { Call } from "../../../gateway/call"
import { eventStream, STREAM_HEADERS } from "../../../gateway/event-stream"
import { type RawReply, reply } from "../../../gateway/reply"

const frame = (answer: object) => `data: ${JSON.stringify(answer)}\n\n`

/** A stream of responses that are complete already. */
export function streamOf(answers: readonly object[]): RawReply {
  return reply(200, STREAM_HEADERS, answers.map(frame).join(""))
}

/** The event that is sent for a JSON-RPC response. */
export type ItemOf = (answer: object) => object

/**
 * JSON-RPC responses as Server-Sent Events (A2A 1.0 section 9.4.2), or what `itemOf` makes of them. Waits for the first
 * response, so that an error before it is thrown and returned like any other. Rejects a client that has too many open
 * streams before anything starts.
 */
export async function streamAnswers(
  answers: AsyncIterator<object, void>,
  call: Call,
  itemOf: ItemOf = (answer) => answer
): Promise<RawReply> {
  const begun: string[] = []
  const stream = eventStream(frames(begun, answers, itemOf), "a2a", call)
  const first = await answers.next()
  if (!first.done) begun.push(frame(itemOf(first.value)))
  return stream
}

async function* frames(
  begun: readonly string[],
  answers: AsyncIterator<object, void>,
  itemOf: ItemOf
): AsyncGenerator<string, void> {
  yield* begun
  for (let next = await answers.next(); !next.done; next = await answers.next())
    yield frame(itemOf(next.value))
}
