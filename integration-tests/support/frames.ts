import type { Task } from "./agent"

/** One event of a task's stream. */
export interface Frame {
  id: number
  event: string
  data: { task_id: string; state: string; artifacts: Task["artifacts"]; final: boolean }
}

/** Reads a stream to its end and returns its events. */
export async function framesOf(response: Response): Promise<Frame[]> {
  return framesIn(await response.text())
}

/** Reads a stream until it contains `words`. The returned function reads the rest and returns the whole text. */
export async function readUntil({ body }: Response, words: string): Promise<() => Promise<string>> {
  if (!body) throw new Error("the response has no body")
  const chunks = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const readWhile = async (shouldContinue: () => boolean) => {
    while (shouldContinue()) {
      const { value, done } = await chunks.read()
      if (done) return text
      text += value
    }
    return text
  }
  await readWhile(() => !text.includes(words))
  return () => readWhile(() => true)
}

/** The events in a stream's text, without an incomplete last one. */
export function framesIn(text: string): Frame[] {
  return text
    .slice(0, text.lastIndexOf("\n\n") + 2)
    .split("\n\n")
    .filter((block) => block.startsWith("id: "))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? ""
      return {
        id: Number(field("id")),
        event: field("event"),
        data: JSON.parse(field("data")) as Frame["data"],
      }
    })
}
