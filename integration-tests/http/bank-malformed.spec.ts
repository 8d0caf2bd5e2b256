import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { signIpn } from "../support/gwb"
import {
  always,
  expectSound,
  garbage,
  halfNonsense,
  oneMemberWrong,
  WAIT_TIMEOUT,
  post,
  postGarbage,
  wrongText,
} from "../support/malformed"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const at = (path: string) => `${world().base_url}/gw-bank/v1/${path}`

let payment: BankPayment

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  payment = await paymentAtBank((await agent.createPayment()).artifacts.sca_redirect_url)
})

/** A notification with a valid signature of the bank, in which one member or one member of its payment is wrong. */
function signedNonsense(): fc.Arbitrary<string> {
  const body = JSON.parse(ipnBody(captured(payment))) as { event_id: string; payment: BankPayment }
  const inPayment = oneMemberWrong(body.payment).map((wrong) => ({ ...body, payment: wrong }))
  return fc
    .tuple(fc.oneof(oneMemberWrong(body), inPayment), fc.uuid())
    .map(([wrong, id]) => JSON.stringify(wrong).replace(body.event_id, `evt_${id}`))
}

describe("malformed requests never cause a server error", { timeout: WAIT_TIMEOUT }, () => {
  it("at the bank notification endpoint, signed or not [ERR-16]", async () => {
    await always(halfNonsense(signedNonsense()), async ({ nonsense, mutation }) => {
      if (nonsense) {
        const { status } = await expectSound(postGarbage(at("ipn"), nonsense))
        expect(status).toBe(401)
        return
      }
      const headers = { "content-type": "application/json", "gw-signature": signIpn(mutation) }
      await expectSound(post(at("ipn"), mutation, headers))
    })
  })

  it.each(["go", "return"])("below the path %s", async (address) => {
    const method = fc.constantFrom("GET", "POST", "HEAD", "PUT")
    await always(fc.record({ id: wrongText, garbage, method }), async (one) => {
      const path = encodeURIComponent(Buffer.from(one.id.slice(0, 2000)).toString())
      const { headers, body } = one.garbage
      const init = { headers, method: one.method, ...(one.method === "POST" && { body: Buffer.from(body) }) }
      await expectSound(fetch(at(`${address}/${path}`), { ...init, redirect: "manual" }))
    })
  })
})
