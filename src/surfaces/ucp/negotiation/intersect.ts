/** A capability as any profile declares it. */
interface Declared {
  readonly version: string
  readonly extends?: readonly string[]
}

/** The capabilities of a profile by name, each in one version or several. */
export type Declaration<D extends Declared = Declared> = Readonly<Record<string, readonly D[]>>

/**
 * The capabilities that the store and a platform have in common (UCP: Capability negotiation): each capability both
 * declare, in the highest version both have, without extensions that have lost all of their parents.
 */
export function intersect<D extends Declared>(ours: Declaration<D>, theirs: Declaration): Declaration<D> {
  const common = Object.entries(ours).flatMap(([name, entries]) => {
    const shared = entries.filter(({ version }) => theirs[name]?.some((their) => their.version === version))
    return shared.length ? [[name, [shared.reduce(newer)]] as const] : []
  })
  return withoutOrphans(Object.fromEntries(common))
}

/** Versions are ISO dates, so comparing them as text compares them by time. */
const newer = <D extends Declared>(one: D, other: D) => (one.version >= other.version ? one : other)

/** Repeats until nothing more is dropped, because an extension may extend an extension. */
function withoutOrphans<D extends Declared>(all: Declaration<D>): Declaration<D> {
  const kept = Object.entries(all).filter(([, entries]) => entries.some((entry) => hasParent(entry, all)))
  return kept.length === Object.keys(all).length ? all : withoutOrphans(Object.fromEntries(kept))
}

function hasParent({ extends: parents }: Declared, all: Declaration): boolean {
  return !parents || parents.some((parent) => Object.hasOwn(all, parent))
}

/** The capability and its extensions: the part of the agreement that belongs in one operation's response. */
export function relevantTo<D extends Declared>(name: string, all: Declaration<D>): Declaration<D> {
  const relevant = Object.entries(all).filter(
    ([one, entries]) => one === name || entries.some((entry) => entry.extends?.includes(name))
  )
  return Object.fromEntries(relevant)
}
