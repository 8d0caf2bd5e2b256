import Ajv2020 from "ajv/dist/2020"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

interface ListedSkill {
  skill_id: string
  scope: string
  input_schema: object
  example: object
}

interface Card {
  name: string
  url: string
  supportsAuthenticatedExtendedCard: boolean
  skills: { id: string }[]
  capabilities: { extensions: { uri: string; params: { input_schemas: Record<string, object> } }[] }
}

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

const listed = async (agent: Agent) =>
  (await agent.call<{ skills: ListedSkill[] }>("agent/listSkills")).body.result.skills

describe("agent/listSkills", () => {
  it.each([
    [["a2a:payments:read"], ["query_payment_status", "list_payments"]],
    [["a2a:payments:create"], ["create_payment"]],
    [
      ["a2a:payments:read", "a2a:payments:create"],
      ["query_payment_status", "list_payments", "create_payment"],
    ],
    [["a2a:payments:tokenize"], ["tokenize_card", "recurrent_charge"]],
  ])("returns for a token with %j the skills %j [A2A-20]", async (scopes, skills) => {
    const names = (await listed(await Agent.withScopes(...scopes))).map(({ skill_id }) => skill_id)
    expect(names).toEqual(skills)
  })

  it("describes each input by a JSON Schema that accepts the example and rejects unknown members [A2A-20]", async () => {
    const skills = await listed(await Agent.withScopes("a2a:payments:read", "a2a:payments:create"))
    for (const { input_schema, example } of skills) {
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(input_schema)
      expect([validate(example), validate.errors]).toEqual([true, null])
      expect(validate({ ...example, made_up: true })).toBe(false)
    }
  })

  it("accepts no parameters", async () => {
    const { body } = await (await Agent.withScopes("a2a:payments:read")).call("agent/listSkills", { page: 1 })
    expect(body.error.data.code).toBe("invalid_params")
  })
})

describe("the extended Agent Card", () => {
  const cardFor = (headers: Record<string, string> = {}) =>
    fetch(`${world().base_url}/gw-a2a/v1/agent-card`, { headers })
  const publicCard = async () =>
    (await (await fetch(`${world().base_url}/.well-known/agent-card.json`)).json()) as Card

  it("is the public card limited to the skills the token may call, and any scope suffices to read it [A2A-06]", async () => {
    const { access_token } = await Agent.withScopes("a2a:payments:create")
    const response = await cardFor({ authorization: `Bearer ${access_token}` })
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"])
    const { skills, ...card } = (await response.json()) as Card
    expect(skills.map(({ id }) => id)).toEqual(["create_payment"])
    const { skills: _, ...known } = await publicCard()
    for (const { params } of known.capabilities.extensions)
      params.input_schemas = { create_payment: params.input_schemas.create_payment ?? {} }
    expect(card).toEqual(known)
    expect(card.supportsAuthenticatedExtendedCard).toBe(true)
  })

  it("is also served below the card's url, where the REST binding of 0.3 looks for it [A2A-60]", async () => {
    const { access_token } = await Agent.withScopes("a2a:payments:create")
    const headers = { authorization: `Bearer ${access_token}` }
    const address = `${(await publicCard()).url}/v1/card`
    expect(await (await fetch(address, { headers })).json()).toEqual(await (await cardFor(headers)).json())
    expect((await fetch(address)).status).toBe(401)
  })

  it("is not served without a token [A2A-06]", async () => {
    const response = await cardFor()
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { data: { code: "unauthorized" } } })
  })
})
