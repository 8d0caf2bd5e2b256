/**
 * Repeats a sign of life while something is held, for others to see that its holder lives. Call the answer when it is
 * over. A beat that fails is not missed: the next one tries again, and whatever runs out is safe.
 */
export function heartbeat(everySeconds: number, beat: () => PromiseLike<unknown>): () => void {
  const timer = setInterval(() => void beat().then(undefined, () => undefined), everySeconds * 1000)
  return () => clearInterval(timer)
}
