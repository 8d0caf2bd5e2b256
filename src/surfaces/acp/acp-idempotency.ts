import { randomUUID } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import { problem, problemIn } from "../../domain/errors"
import { digest, newId } from "../../domain/secrets"
import { type Call, ownerNameOf } from "../../gateway/call"
import { contentHashOf as hashOfContent } from "../../gateway/idempotency/idempotency-key"
import type { IdempotentOperation } from "../../gateway/idempotency/idempotent-operation"
import { encryptedFor, once, PLAIN } from "../../gateway/idempotency/execute-once"
import { withRetryAdvice } from "../../gateway/idempotency/new-key-advice"
import { type Operation, operation } from "../../gateway/operation"
import { type RawReply, reply } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { errorReply } from "./acp-errors"

const Key = z.string().regex(/^[\x20-\x7e]{1,255}$/)

/** The idempotency key of a request; undefined when it is missing or malformed. */
export const keyIn = ({ headers }: Call): string | undefined => Key.safeParse(headers["idempotency-key"]).data

/** A random key for an MCP call without a key. ACP's MCP binding does not require one; such a call cannot be repeated. */
const ownKeyOf = ({ headers, carrier }: Call): string | undefined =>
  carrier && headers["idempotency-key"] === undefined ? randomUUID() : undefined

/** An operation that changes state, with ACP's rules for idempotency keys. */
interface AcpOperation<I> extends IdempotentOperation<I> {
  /** Whether the body is used; true by default. A body that is not used need not be JSON. */
  readonly usesBody?: boolean
}

/**
 * Declares an operation that executes once per `Idempotency-Key`, caller and URL (ACP: Idempotency). Throws
 * `idempotency_key_required`, `idempotency_conflict` for a body with other content, and `request_in_progress` while
 * the first request is executing.
 */
export function idempotent<I>(keyedOperation: AcpOperation<I>): Operation<I, RawReply> {
  const { name, prefix, usesBody = true, isSecret = false, run, ...rest } = keyedOperation
  return operation({
    ...rest,
    async run(input: I, call: Call) {
      const key = keyIn(call) ?? ownKeyOf(call)
      if (!key) throw problem("idempotency_key_required")
      const named = `${name} ${PathId.parse(call.params.id)}`.trim()
      const request_hash = usesBody ? contentHashOf(call) : bodyHashOf(call)
      const request = { owner: ownerNameOf(call), operation: named, key, request_hash }
      const encoding = isSecret ? encryptedFor(call, request) : PLAIN
      const execution = {
        request,
        encoding,
        wait_timeout_ms: 0,
        run: (subject: string) => run(input, call, subject),
        refuse: (refusal: Parameters<typeof errorReply>[0]) =>
          errorReply(withRetryAdvice(refusal, call), call),
      }
      const { answer, is_replayed } = await once(execution, newId(prefix), call.container)
      return is_replayed ? asReplay(answer) : answer
    },
  })
}

/** A hash of the body's content, independent of its formatting. A missing body counts as an empty object, as over MCP. */
function contentHashOf({ body }: Call): string {
  return body?.length ? hashOfContent(body) : digest("{}")
}

/** The same hash, or a hash of the body's bytes if the body cannot be parsed. */
function bodyHashOf(call: Call): string {
  try {
    return contentHashOf(call)
  } catch (thrown) {
    if (!problemIn(thrown)) throw thrown
    return digest(call.body ?? "")
  }
}

const asReplay = ({ status, headers, body }: RawReply) =>
  reply(status, { ...headers, "Idempotent-Replayed": "true" }, body)
