import { type Problem, problemIn } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { type Call, ownerNameOf } from "../call"
import { type Operation, operation } from "../operation"
import type { RawReply } from "../reply"
import { hashOf, keyIn } from "./idempotency-key"
import { PLAIN, encryptedFor, once } from "./execute-once"
import { withRetryAdvice } from "./new-key-advice"

const WAIT_TIMEOUT_MS = 30_000

/** An operation that changes something, and that clients repeat with the same key when the response was lost. */
export interface IdempotentOperation<I> extends Omit<Operation<I>, "run"> {
  /** The scope of the key: the same key may be used for another operation. */
  readonly name: string
  /** The id prefix of what the operation creates. */
  readonly prefix: string
  /** Whether the response contains a secret. Then it is stored encrypted. */
  readonly isSecret?: boolean
  /**
   * `subject` is the id of what is created. It stays the same when a request is repeated with its key after a crash.
   */
  run(input: I, call: Call, subject: string): Promise<RawReply>
}

/**
 * Returns a function that declares operations which run once per `Idempotency-Key` of a caller, on a surface that
 * formats its errors by `errorReply`. A repeated request gets the same response, byte for byte, for seven days, also when
 * requests are concurrent; a refusal that the request can overcome later says how to make another attempt. Without a key
 * the operation runs each time. Throws `idempotency_conflict` for another request with the same key, and
 * `request_in_progress` when the first one takes too long.
 */
export function idempotentFor(errorReply: (refusal: Problem, call: Call) => RawReply) {
  return <I>({
    name,
    prefix,
    isSecret = false,
    run,
    ...rest
  }: IdempotentOperation<I>): Operation<I, RawReply> =>
    operation({
      ...rest,
      async run(input: I, call: Call) {
        const key = keyIn(call)
        const proposed = newId(prefix)
        if (key === undefined)
          return run(input, call, proposed).catch((thrown: unknown) => {
            throw advised(thrown, call)
          })
        const request = { owner: ownerNameOf(call), operation: name, key, request_hash: hashOf(call) }
        const execution = {
          request,
          wait_timeout_ms: WAIT_TIMEOUT_MS,
          encoding: isSecret ? encryptedFor(call, request) : PLAIN,
          run: (subject: string) => run(input, call, subject),
          refuse: (refusal: Problem) => errorReply(withRetryAdvice(refusal, call), call),
        }
        return (await once(execution, proposed, call.container)).answer
      },
    })
}

function advised(thrown: unknown, call: Call): unknown {
  const refusal = problemIn(thrown)
  return refusal ? withRetryAdvice(refusal, call) : thrown
}
