/** What a refused change says of each of its members, by the member's path: `a2a_limits.minute`. */
export type Refusal = ReadonlyMap<string, string>

const MEMBER = /^(?:Invalid request: )?([\w-]+(?:\.[\w-]+)*): (.+)$/

/** What is said of one member. What was sent is quoted in it as JSON, and may have a semicolon of its own. */
const PART = /(?:"(?:[^"\\]|\\.)*"|[^;]|;(?! ))+/g

/**
 * Reads the server's sentence about a change: Medusa's SDK, which knows how the dashboard is logged in, keeps nothing else of a
 * refusal, and so no `issues`. Empty when it is about no member, and for none.
 */
export function refusalIn(error: Error | null): Refusal {
  const members = (error?.message.match(PART) ?? []).flatMap((part) => {
    const [, path, why] = MEMBER.exec(part.trim()) ?? []
    return path && why ? [[path, why] as const] : []
  })
  return new Map(members)
}

/** The paths of a refusal that are a member, or lie in it, without the member's own part. */
export function pathsIn(refusal: Refusal, member: string): string[] {
  return [...refusal.keys()]
    .filter((path) => path === member || path.startsWith(`${member}.`))
    .map((path) => path.slice(member.length + 1))
}
