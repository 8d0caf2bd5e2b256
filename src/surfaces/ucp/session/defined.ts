/** The members that are neither undefined nor null. */
export function defined<T extends object>(value: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  return Object.fromEntries(members) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
