import { contentDigest } from "../../../domain/content-digest"
import { signComponents } from "../../../domain/message-signature"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import type { Reply } from "../../../gateway/reply"
import { kidOf } from "../../../gateway/signing-key"

/**
 * Signs the status, body and content type of a response (RFC 9421) when the store signs responses. Streams and
 * responses without a body are not signed.
 */
export function signResponse(answer: Reply, call: Call): Reply {
  const { card_key, ucp_sign_responses } = policyOf(call).options
  const { status, headers, body } = answer
  const type = headers["Content-Type"]
  if (!ucp_sign_responses || !card_key || !type || typeof body !== "string" || call.method === "HEAD")
    return answer
  const digest = contentDigest(body)
  const signature = signComponents(
    [
      ["@status", String(status)],
      ["content-digest", digest],
      ["content-type", type],
    ],
    { id: kidOf(card_key), jwk: card_key }
  )
  // A proxy that compresses the response would change the signed body.
  const caching = [headers["Cache-Control"], "no-transform"].filter(Boolean).join(", ")
  return {
    ...answer,
    headers: {
      ...headers,
      "Cache-Control": caching,
      "Content-Digest": digest,
      "Signature-Input": signature["signature-input"],
      Signature: signature.signature,
    },
  }
}
