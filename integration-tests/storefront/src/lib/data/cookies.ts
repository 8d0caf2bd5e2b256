import "server-only"
import { cookies } from "next/headers"

const CART = "_medusa_cart_id"
const CACHE = "_medusa_cache_id"
const WEEK = 60 * 60 * 24 * 7

/** The cache tag of one browser's data; empty before its first request. */
export async function getCacheTag(tag: string): Promise<string> {
  const id = (await cookies()).get(CACHE)?.value
  return id ? `${tag}-${id}` : ""
}

/** The cache options of a request for one browser's data. */
export async function getCacheOptions(tag: string): Promise<{ tags: string[] } | object> {
  const name = await getCacheTag(tag)
  return name ? { tags: [name] } : {}
}

/** The id of this browser's cart. */
export async function getCartId(): Promise<string | undefined> {
  return (await cookies()).get(CART)?.value
}

/** Makes a cart the cart of this browser. Browsers do not send the cookie on the way from another site. */
export async function setCartId(cartId: string): Promise<void> {
  const jar = await cookies()
  jar.set(CART, cartId, { maxAge: WEEK, httpOnly: true, sameSite: "strict", secure: true })
}

/** Forgets the cart of this browser. */
export async function removeCartId(): Promise<void> {
  const jar = await cookies()
  jar.delete(CART)
}
