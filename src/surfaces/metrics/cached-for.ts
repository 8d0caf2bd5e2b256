/**
 * Caches the result of `ask` for `ms`, whatever its argument; concurrent callers share one call. A rejection is not
 * cached.
 */
export function cachedFor<Question, Answer>(
  ms: number,
  ask: (question: Question) => Promise<Answer>
): (question: Question) => Promise<Answer> {
  let cached: Promise<Answer> | undefined
  let until = 0
  return (question) => {
    if (cached && performance.now() < until) return cached
    const pending = ask(question)
    until = performance.now() + ms
    cached = pending
    pending.catch(() => {
      if (cached === pending) cached = undefined
    })
    return pending
  }
}
