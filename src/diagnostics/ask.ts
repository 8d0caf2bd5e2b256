import type { Answer } from "./check-context"

const ANSWER_MS = 5_000

/** A GET request function that requests each URL once, so that several checks share the response. */
export function sharedRequest(): (url: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (url) => {
    const answer = answers.get(url) ?? get(url)
    answers.set(url, answer)
    return answer
  }
}

async function get(url: string): Promise<Answer> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) })
    const received_at = Date.now()
    return { status: answer.status, headers: answer.headers, body: await answer.text(), received_at }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    throw new Error(`${url} does not answer (${cause?.code ?? cause?.message ?? message})`, { cause: error })
  }
}
