/** What a refused change says of each of its members, by the member's path: `a2a_limits.minute`. */
export type Refusal = ReadonlyMap<string, string>

const MEMBER = /^(?:Invalid request: )?([\w-]+(?:\.[\w-]+)*): (.+)$/

/** Reads the server's sentence about a change. Empty when it is about no member. */
export function refusalIn({ message }: Error): Refusal {
  const members = message.split("; ").flatMap((part) => {
    const [, path, why] = MEMBER.exec(part) ?? []
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
