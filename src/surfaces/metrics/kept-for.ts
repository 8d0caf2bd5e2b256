/** An answer that is asked for once in `ms` and given to all who ask meanwhile; one that fails is not kept. */
export function keptFor<Question, Answer>(
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
