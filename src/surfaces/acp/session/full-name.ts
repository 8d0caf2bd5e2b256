/** Splits a full name: the last word becomes the last name, a single word the first name. */
export function partsOf(name: string | null | undefined): { first_name?: string; last_name?: string } {
  const words = (name ?? "").split(/\s+/).filter(Boolean)
  const last_name = words.length > 1 ? words.pop() : undefined
  const first_name = words.join(" ")
  return { ...(first_name && { first_name }), ...(last_name && { last_name }) }
}

/** Joins first and last name. */
export function fullName({ first_name, last_name }: { first_name?: string; last_name?: string }): string {
  return [first_name, last_name].filter(Boolean).join(" ")
}
