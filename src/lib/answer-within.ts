/**
 * Resolves or rejects as `answer` does. Rejects with `message` if it takes longer than `ms` milliseconds; `answer`
 * continues, and its result is ignored.
 */
export async function answerWithin<T>(ms: number, answer: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
