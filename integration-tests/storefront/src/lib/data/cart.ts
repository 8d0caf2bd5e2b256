"use server"
import { revalidateTag } from "next/cache"
import { redirect } from "next/navigation"
import type { HttpTypes } from "@medusajs/types"
import { sdk } from "@lib/config"
import { getCacheOptions, getCacheTag, getCartId, removeCartId } from "@lib/data/cookies"

/** The cart of this browser, cached under its tag; undefined without one. */
export async function retrieveCart(): Promise<HttpTypes.StoreCart | undefined> {
  const id = await getCartId()
  if (!id) return undefined
  const { cart } = await sdk.client.fetch<HttpTypes.StoreCartResponse>(`/store/carts/${id}`, {
    query: { fields: "*items, *region, +payment_collection.id" },
    next: await getCacheOptions("carts"),
    cache: "force-cache",
  })
  return cart
}

/** Pays the cart through Medusa's manual provider, and places its order. */
export async function placeOrder(): Promise<void> {
  const cart = await retrieveCart()
  if (!cart) throw new Error("This browser has no cart.")
  await sdk.store.payment.initiatePaymentSession(cart, { provider_id: "pp_system_default" })
  const placed = await sdk.store.cart.complete(cart.id)
  if (placed.type !== "order") throw new Error(placed.error.message)
  revalidateTag(await getCacheTag("carts"))
  await removeCartId()
  redirect(`/${cart.region?.countries?.[0]?.iso_2 ?? "de"}/order/${placed.order.id}/confirmed`)
}
