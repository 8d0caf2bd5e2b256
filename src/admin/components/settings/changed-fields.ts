/** How many members of a draft differ from the saved ones. */
export function changedFields<Draft extends object>(draft: Draft, saved: Draft): number {
  const names = Object.keys(draft) as (keyof Draft)[]
  return names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name])).length
}
