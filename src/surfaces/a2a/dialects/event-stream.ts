import type { Call } from "../../call"
import { eventStream, STREAM_HEADERS } from "../../event-stream"
import { type RawReply, reply } from "../../reply"

const frame = (answer: object) => `data: ${JSON.stringify(answer)}\n\n`

/** A stream of answers that are known already. */
export function streamOf(answers: readonly object[]): RawReply {
  return reply(200, STREAM_HEADERS, answers.map(frame).join(""))
}

/**
 * JSON-RPC answers as Server-Sent Events (A2A 1.0 section 9.4.2). Waits for the first: what goes wrong before it is
 * thrown, and told as any other problem. Nothing is begun for a client that has too many streams open.
 */
export async function streamAnswers(answers: AsyncIterator<object, void>, call: Call): Promise<RawReply> {
  const begun: string[] = []
  const stream = eventStream(frames(begun, answers), "a2a", call)
  const first = await answers.next()
  if (!first.done) begun.push(frame(first.value))
  return stream
}

async function* frames(
  begun: readonly string[],
  answers: AsyncIterator<object, void>
): AsyncGenerator<string, void> {
  yield* begun
  for (let next = await answers.next(); !next.done; next = await answers.next()) yield frame(next.value)
}
