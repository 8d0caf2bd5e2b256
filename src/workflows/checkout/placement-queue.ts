import { ConcurrencyLimiter } from "../../lib/concurrency-limiter"
import { untilFrozen } from "../../lib/failpoints"

/**
 * The number of orders that a server places at once. One order keeps a processor busy, so more at once are not faster:
 * they only take database connections from each other, and find out later that an item is sold out.
 */
const AT_ONCE = 4

const limiter = new ConcurrencyLimiter(AT_ONCE)

/**
 * Quotes a checkout and places its order when it is this request's turn, in the order of arrival. `act` calls `endTurn`
 * before it waits for anything other than the database; otherwise the turn ends with it.
 */
export function inPlacementQueue<T>(act: (endTurn: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const turn = () =>
      new Promise<void>((endTurn) => void act(endTurn).finally(endTurn).then(resolve, reject))
    void limiter.run(() => untilFrozen(turn))
  })
}
