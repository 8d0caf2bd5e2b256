import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { merchantSignature, newWebhookSecret, webhookSignature } from "../webhook-signature"

const id = "8f3a7c1e-6a0b-4d0e-9f43-2f8f1c0c9d11"
const body = '{"type":"order.paid","data":{"name":"Ștefan"}}'
const now = () => Math.floor(Date.now() / 1000)

const isAccepted = (signature: string, secret: string, timestamp: number, text = body) => {
  const headers = { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature }
  try {
    new Webhook(secret).verify(text, headers)
    return true
  } catch {
    return false
  }
}

describe("webhook signature", () => {
  it("is accepted by the Standard Webhooks library, and only for the signed message [EVT-08]", () => {
    const secret = newWebhookSecret()
    const timestamp = now()
    const signature = webhookSignature({ id, timestamp, body }, [secret])
    expect(isAccepted(signature, secret, timestamp)).toBe(true)
    expect(isAccepted(signature, newWebhookSecret(), timestamp)).toBe(false)
    expect(isAccepted(signature, secret, timestamp + 1)).toBe(false)
    expect(isAccepted(signature, secret, timestamp, `${body} `)).toBe(false)
  })

  it("contains one value per secret", () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const timestamp = now()
    const signature = webhookSignature({ id, timestamp, body }, secrets)
    expect(secrets.map((secret) => isAccepted(signature, secret, timestamp))).toEqual([true, true])
  })

  it("uses a new secret of 256 random bits", () => {
    const secrets = new Set(Array.from({ length: 20 }, newWebhookSecret))
    expect(secrets.size).toBe(20)
    for (const secret of secrets) expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32)
  })
})

describe("the signature of ACP's webhooks", () => {
  // Computed with: printf '1795218485.{"type":"order_create"}' | openssl dgst -sha256 -hmac whsec_test
  const EXPECTED = "79bfc69c344e280bf8beea85517fcb79ba76fe83a25a9697416266a6453dd28f"
  it("is the HMAC of time and body with the whole secret, in hex [ACP-42]", () => {
    const signed = { timestamp: 1795218485, body: '{"type":"order_create"}' }
    expect(merchantSignature(signed, "whsec_test")).toBe(`t=1795218485,v1=${EXPECTED}`)
    expect(merchantSignature({ ...signed, timestamp: 1795218486 }, "whsec_test")).not.toContain(EXPECTED)
  })
})
