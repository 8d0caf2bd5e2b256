import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describe, expect, it } from "vitest"
import { withoutBasePath } from "../base-path"

describe("withoutBasePath", () => {
  it.each([
    ["https://shop.example", "/", "/"],
    ["https://shop.example", "/gw-a2a/v1", "/gw-a2a/v1"],
    ["https://shop.example/eu", "/eu", "/"],
    ["https://shop.example/eu", "/eu?x=1", "/?x=1"],
    ["https://shop.example/eu", "/eu/gw-a2a/v1", "/gw-a2a/v1"],
    ["https://shop.example/eu/ro", "/eu/ro/gw-a2a/v1", "/gw-a2a/v1"],
    ["https://shop.example/eu", "/gw-a2a/v1", "/gw-a2a/v1"],
    ["https://shop.example/eu", "/europe", "/europe"],
  ])("with the base URL %s maps %s to %s [OAUTH-22, OAUTH-23]", (base_url, requested, expected) => {
    const scope = { resolve: () => ({ options: { base_url } }) }
    const req = { url: requested, scope } as unknown as MedusaRequest
    let passed = false
    withoutBasePath(req, {} as MedusaResponse, () => (passed = true))
    expect([req.url, passed]).toEqual([expected, true])
  })
})
