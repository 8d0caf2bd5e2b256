import { expect, it } from "vitest"
import { cardIdentity } from "../card-identity"

const base_url = "https://shop.example"
const store = { name: "Lamps", logo_url: undefined, url: undefined }

it("the Agent Card names the store, and has no icon or documentation that does not exist [OFC-06]", () => {
  expect(cardIdentity(store, { agent_card: {}, base_url })).toEqual({
    name: "Lamps payments",
    description:
      "Creates card payments in the store Lamps. The customer authenticates each payment at the bank (PSD2/SCA).",
    provider: { organization: "Lamps", url: "https://shop.example" },
  })
})

it("the Agent Card shows what the option agent_card says, and the store's storefront and logo [OFC-06]", () => {
  const agent_card = {
    name: "The lamp agent",
    description: "Sells lamps.",
    organization: "Lamps SRL",
    organization_url: "https://lamps.example/about",
    documentation_url: "https://docs.lamps.example",
  }
  const known = { ...store, url: "https://lamps.example", logo_url: "https://lamps.example/logo.svg" }
  expect(cardIdentity(known, { agent_card, base_url })).toEqual({
    name: "The lamp agent",
    description: "Sells lamps.",
    provider: { organization: "Lamps SRL", url: "https://lamps.example/about" },
    iconUrl: "https://lamps.example/logo.svg",
    documentationUrl: "https://docs.lamps.example",
  })
  const { provider } = cardIdentity(known, { agent_card: {}, base_url })
  expect(provider.url).toBe("https://lamps.example")
})
