import type { Answer, CheckContext } from "./check-context"

const ANSWER_MS = 5_000

/** A request function that sends each request once. Callers of the same request, also simultaneous ones, share its answer. */
export function requestOnce(): CheckContext["request"] {
  const answers = new Map<string, Promise<Answer>>()
  return (url, message) => {
    const key = `${url} ${JSON.stringify(message)}`
    const answer = answers.get(key) ?? ask(url, message)
    answers.set(key, answer)
    return answer
  }
}

const posted = (message: object) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify(message),
})

async function ask(url: string, message?: object): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(url, { ...(message && posted(message)), redirect: "manual", signal })
    const received_at = Date.now()
    return { status: answer.status, headers: answer.headers, body: await answer.text(), received_at }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    throw new Error(`${url} does not answer (${cause?.code ?? cause?.message ?? message})`, { cause: error })
  }
}
