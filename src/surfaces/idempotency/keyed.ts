import type { Problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import type { Call } from "../call"
import { type Operation, operation } from "../operation"
import type { RawReply } from "../reply"
import { ownerNameOf } from "../session/owner"
import { PLAIN, sealedFor } from "./kept-answer"
import { hashOf, keyIn } from "./key"
import { once } from "./once"

const PATIENCE_MS = 30_000

/** An operation that changes something, and is sent again with the same key when its answer was lost. */
export interface KeyedOperation<I> extends Omit<Operation<I>, "run"> {
  /** What the key is for: the same one may be used for another thing. */
  readonly name: string
  /** How ids of what it makes begin. */
  readonly prefix: string
  /** Whether the answer has a secret in it: then it is kept sealed. */
  readonly isSecret?: boolean
  /** `subject` is the id of what is made: the same when a crashed request is sent again with its key. */
  run(input: I, call: Call, subject: string): Promise<RawReply>
}

/**
 * How a surface that tells its refusals by `failed` declares an operation that is executed once for each `Idempotency-Key`
 * of a caller: whoever sends the same request again is given the same answer, to the byte, for seven days, also when many
 * do so at once. Without a key it is executed each time. Throws `idempotency_conflict` for another request with the key,
 * and `request_in_progress` when the first takes too long.
 */
export function keyedFor(failed: (refusal: Problem, call: Call) => RawReply) {
  return <I>({ name, prefix, isSecret = false, run, ...rest }: KeyedOperation<I>): Operation<I, RawReply> =>
    operation({
      ...rest,
      async run(input: I, call: Call) {
        const key = keyIn(call)
        const proposed = newId(prefix)
        if (key === undefined) return run(input, call, proposed)
        const request = { owner: ownerNameOf(call), operation: name, key, request_hash: hashOf(call) }
        const execution = {
          ...{ request, patience_ms: PATIENCE_MS, keeping: isSecret ? sealedFor(call, request) : PLAIN },
          run: (subject: string) => run(input, call, subject),
          refuse: (refusal: Problem) => failed(refusal, call),
        }
        return (await once(execution, proposed, call)).answer
      },
    })
}
