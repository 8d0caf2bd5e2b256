/** The parameters with which Google Pay encrypts a card for Stripe, as its gateway (Google Pay: Tokenization). */
export const googlePayParameters = (publishable_key: string): Readonly<Record<string, string>> => ({
  gateway: "stripe",
  "stripe:version": "2018-10-31",
  "stripe:publishableKey": publishable_key,
})

/**
 * The id of Stripe's token in the text that Google Pay hands over: the token as JSON. Undefined if the text is something
 * else.
 */
export function cardTokenIn(text: string): string | undefined {
  const id = memberIn(text)
  return typeof id === "string" && /^tok_\w{1,250}$/.test(id) ? id : undefined
}

function memberIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}
