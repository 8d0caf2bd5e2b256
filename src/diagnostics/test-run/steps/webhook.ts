import { setTimeout as sleep } from "node:timers/promises"
import { webhookSignature } from "../../../domain/webhook-signature"
import { equals } from "../../../domain/secrets"
import type { TestPing, TestStepNote } from "../../../modules/policy/models/test-run"
import { policyOf } from "../../../gateway/admission"
import { failed, skipped, surfaceOff } from "../outcome"
import { callStore, type TestRunContext, type StoreAnswer } from "../test-run-context"

const POLL_MS = 250
const ARRIVAL_TIMEOUT_MS = 20_000
const WEBHOOKS = "/gw-ucp/v1/webhooks"

/**
 * Registers a webhook, and checks that its ping arrives over the network and is signed with its secret. Skipped when the
 * store has disabled UCP, which webhooks are part of.
 */
export async function ping(context: TestRunContext): Promise<TestStepNote> {
  const { container, run, tokens } = context
  const policy = policyOf({ container })
  const { base_url, ucp_signatures } = policy.options
  if (!(await policy.settings()).ucp_enabled)
    throw skipped("no_webhooks", "Webhooks are part of UCP, which is disabled.")
  if (ucp_signatures === "required")
    throw skipped(
      "signatures",
      "The store requires signed requests, and the test does not sign its requests."
    )
  const body = { url: `${base_url}/gw-test-run/${run.nonce}`, events: ["webhook.ping"] }
  const registered = await callStore(context, WEBHOOKS, { token: tokens?.ucp, body })
  const { id, secret } = registered.body as { id?: string; secret?: string }
  if (registered.status !== 201 || !id || !secret) throw refusalIn(registered, base_url)
  const message = await arrived(id, context)
  if (!isSignedWith(secret, message))
    throw failed("wrong_signature", "The webhook arrived, but is not signed with its secret.")
  return { code: "pinged", message: "A webhook arrived at the store's own address, signed with its secret." }
}

function refusalIn({ status, body }: StoreAnswer, base_url: string) {
  if (status === 503) return surfaceOff("UCP")
  const why = JSON.stringify(body.messages ?? body.error ?? body).slice(0, 300)
  if (why.includes("webhooks_not_configured"))
    return failed("no_encryption_key", "The store has no key to encrypt the secret of a webhook.", {
      advice: "Set encryption_key, or GW_ENCRYPTION_KEY.",
    })
  if (status === 400)
    return failed("private_address", `The store may not send webhooks to ${base_url}: ${why}`, {
      data: { base_url, why },
      advice: "Give the store a public https address, or set allow_private_networks for development.",
    })
  return failed("refused", `The webhook was not registered: ${why}`, {
    data: { method: `POST ${WEBHOOKS}`, why, status },
  })
}

async function arrived(id: string, context: TestRunContext): Promise<TestPing> {
  const { testRuns } = policyOf(context)
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const run = await testRuns.find()
    if (run?.id === context.run.id && run.ping) return run.ping
  }
  const { body } = await callStore(context, `${WEBHOOKS}/${id}/deliveries`, {
    method: "GET",
    token: context.tokens?.ucp,
  })
  const [last] = (body.deliveries as { last_error?: string | null }[] | undefined) ?? []
  const why = last?.last_error ?? "nothing was sent"
  throw failed("no_ping", `The webhook has not arrived: ${why}`, {
    data: { why },
    advice: "Check that a server or worker runs jobs, and that the store can reach its own address.",
  })
}

function isSignedWith(secret: string, { headers, body }: TestPing): boolean {
  const id = headers["webhook-id"] ?? ""
  const timestamp = Number(headers["webhook-timestamp"])
  return equals(headers["webhook-signature"] ?? "", webhookSignature({ id, timestamp, body }, [secret]))
}
