/**
 * Caches the result of `ask` for `ms`, whatever its argument; concurrent callers share one call. A rejection is not
 * cached.
 */
export function cachedFor<Question, Answer>(
  ms: number,
  ask: (question: Question) => Promise<Answer>
): (question: Question) => Promise<Answer> {
  let kept: Promise<Answer> | undefined
  let until = 0
  return (question) => {
    if (kept && performance.now() < until) return kept
    const asked = ask(question)
    until = performance.now() + ms
    kept = asked
    asked.catch(() => {
      if (kept === asked) kept = undefined
    })
    return asked
  }
}
