/** One item of `RateLimit-Policy` or `RateLimit`: a policy's name with its integer parameters. */
const ITEM = /^"([a-z]+)"((?:;[a-z]=\d{1,15})+)$/

/** The parameters of each policy in one of the two header fields; undefined when the field is absent. */
export function itemsIn(field: string | null): Record<string, Record<string, number>> | undefined {
  if (field === null) return undefined
  return Object.fromEntries(
    field.split(", ").map((text) => {
      const [, name = "", parameters = ""] = ITEM.exec(text) ?? []
      if (!name) throw new Error(`not an item of a rate limit: ${text}`)
      const pairs = parameters.slice(1).split(";")
      return [name, Object.fromEntries(pairs.map((pair) => [pair.charAt(0), Number(pair.slice(2))]))]
    })
  )
}

/** What is left of each policy, by its name. */
export function leftIn(headers: Headers): Record<string, number | undefined> {
  const items = Object.entries(itemsIn(headers.get("ratelimit")) ?? {})
  return Object.fromEntries(items.map(([name, { r }]) => [name, r]))
}
