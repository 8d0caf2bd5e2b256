import { describe, expect, it } from "vitest"
import { canonical } from "../aliases"

describe("canonical [VER-03]", () => {
  it.each([
    ["/catalog/v1/catalog/search?q=shirt", "/v1/catalog/search?q=shirt"],
    ["/catalog/v1/catalog/1", "/v1/catalog/1"],
    ["/catalog/v1/products", "/v1/products"],
    ["/catalog/v1/products?limit=1", "/v1/products?limit=1"],
    ["/catalog/v1/products/feed.json", "/v1/products/feed.json"],
    ["/catalog/v1/products/feed/manifest", "/v1/products/feed/manifest"],
    ["/checkout/v1/carts", "/v1/carts"],
    ["/checkout/v1/cart-sessions/cart_1", "/v1/cart-sessions/cart_1"],
    ["/checkout/v1/checkout-sessions/chk_1/complete", "/v1/checkout-sessions/chk_1/complete"],
    ["/checkout/v1/sessions/chk_1/cancel", "/v1/sessions/chk_1/cancel"],
    ["/orders/v1/orders/1042/refund", "/v1/orders/1042/refund"],
    ["/orders/v1/orders/", "/v1/orders/"],
  ])("maps %s to %s", (mirrored, canonicalOne) => {
    expect(canonical(mirrored)).toBe(canonicalOne)
  })

  it.each([
    "/v1/products",
    "/catalog/v1",
    "/catalog/v1/",
    "/catalog/v1/orders",
    "/catalog/v1/carts",
    "/catalog/v1/webhooks",
    "/catalog/v1/productsx",
    "/catalog/v1/catalog.json",
    "/catalog/v2/products",
    "/orders/v1/products",
    "/checkout/v1/orders/1",
    "/checkout/v1/negotiate",
    "/catalog/v1/orders/v1/orders",
    "/v1/catalog/v1/products",
    "/oauth/v1/token",
  ])("leaves %s unchanged", (url) => {
    expect(canonical(url)).toBe(url)
  })
})
