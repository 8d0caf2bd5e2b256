import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { isStorable } from "../../domain/storable"
import { policyOf } from "../../gateway/admission"
import { operation } from "../../gateway/operation"
import { reply } from "../../gateway/reply"

const MAX_LENGTH = 16_384

/** The headers that a receiver needs for verification. */
const STORED_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"]

const Nonce = z.object({ nonce: z.string().regex(/^gwt_[\w-]{43}$/) })

/**
 * The receiver of the test run's webhook: an address that exists only while the run lasts, and accepts one message. Any
 * other request is `not_found`.
 */
export const receivePing = operation({
  access: "public",
  input: z.unknown(),
  async run(_, call) {
    const body = call.body?.toString("utf8") ?? ""
    const nonce = Nonce.safeParse(call.params)
    if (!nonce.success || !body || body.length > MAX_LENGTH || !isStorable(body)) throw problem("not_found")
    const headers = STORED_HEADERS.map((name) => [name, String(call.headers[name] ?? "")])
    const ping = { headers: Object.fromEntries(headers) as Record<string, string>, body }
    if (!(await policyOf(call).testRuns.receive(nonce.data.nonce, ping))) throw problem("not_found")
    return reply(204, {}, "")
  },
})
