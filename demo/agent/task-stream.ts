import { DemoFailure, errorLine } from "../failure"
import { asObject, type Json } from "./answers"
import { shorten } from "./talk"

/** How long to wait for the end of a task. A person has 15 minutes for a payment. */
export const WAIT_MS = { script: 60_000, person: 16 * 60_000 } as const

/** Follows and prints a task's Server-Sent Events until the final one, for at most `wait_ms`, and returns its data. */
export async function followTask(
  url: string,
  token: string,
  log: (line: string) => void,
  wait_ms: number
): Promise<Json> {
  log(`    > GET ${url}`)
  try {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" }
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(wait_ms) })
    if (!answer.ok || !answer.body) throw new DemoFailure(`The task's stream answered ${answer.status}.`)
    for await (const { event, data } of readEvents(answer.body)) {
      log(`    < ${event} ${data.state} ${shorten(JSON.stringify(data.artifacts ?? {}), 120)}`)
      if (data.final === true) return data
    }
  } catch (error) {
    if (error instanceof DemoFailure) throw error
    throw new DemoFailure(`The task's stream broke off: ${errorLine(error)}`)
  }
  throw new DemoFailure("The task's stream ended before the task did.")
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: Json }> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const data = fieldOf(block, "data")
      if (data) yield { event: fieldOf(block, "event") || "message", data: asObject(JSON.parse(data)) }
    }
  }
}

/** The value of one field of an event; comments (heartbeats) have none. */
function fieldOf(block: string, name: string): string {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`))
  return lines.map((line) => line.slice(name.length + 1).trim()).join("\n")
}
