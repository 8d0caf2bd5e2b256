/** The error messages of a refused change, by the path of the member: `a2a_limits.minute`. */
export type Refusal = ReadonlyMap<string, string>

const MEMBER = /^(?:Invalid request: )?([\w-]+(?:\.[\w-]+)*): (.+)$/

/** The message about one member. It quotes the sent value as JSON, which may contain a semicolon. */
const PART = /(?:"(?:[^"\\]|\\.)*"|[^;]|;(?! ))+/g

/**
 * Parses the server's message about a refused change. Medusa's SDK, which handles the dashboard's login, keeps only
 * the message of an error and no `issues`. Empty without an error, and when the message is about no member.
 */
export function refusalIn(error: Error | null): Refusal {
  const members = (error?.message.match(PART) ?? []).flatMap((part) => {
    const [, path, why] = MEMBER.exec(part.trim()) ?? []
    return path && why ? [[path, why] as const] : []
  })
  return new Map(members)
}

/** The paths in a refusal that are the member or below it, relative to the member. */
export function pathsIn(refusal: Refusal, member: string): string[] {
  return [...refusal.keys()]
    .filter((path) => path === member || path.startsWith(`${member}.`))
    .map((path) => path.slice(member.length + 1))
}
