/** A capability as any profile declares it. */
interface Declared {
  readonly version: string
  readonly extends?: readonly string[]
}

/** The capabilities of a profile by name, each in one version or several. */
export type Declaration<D extends Declared = Declared> = Readonly<Record<string, readonly D[]>>

/**
 * What the store and a platform have in common (UCP: Capability negotiation): of every capability both declare, the
 * highest version both have; and no extension that has lost all of its parents.
 */
export function intersect<D extends Declared>(ours: Declaration<D>, theirs: Declaration): Declaration<D> {
  const common = Object.entries(ours).flatMap(([name, entries]) => {
    const shared = entries.filter(({ version }) => theirs[name]?.some((their) => their.version === version))
    return shared.length ? [[name, [shared.reduce(newer)]] as const] : []
  })
  return withoutOrphans(Object.fromEntries(common))
}

/** Versions are dates: as text they are in the order of time. */
const newer = <D extends Declared>(one: D, other: D) => (one.version >= other.version ? one : other)

/** An extension may extend an extension, so this goes on until nothing more is lost. */
function withoutOrphans<D extends Declared>(all: Declaration<D>): Declaration<D> {
  const kept = Object.entries(all).filter(([, entries]) => entries.some((entry) => hasParent(entry, all)))
  return kept.length === Object.keys(all).length ? all : withoutOrphans(Object.fromEntries(kept))
}

function hasParent({ extends: parents }: Declared, all: Declaration): boolean {
  return !parents || parents.some((parent) => Object.hasOwn(all, parent))
}

/** The capability and what extends it: all of a response's envelope that has to do with one operation. */
export function relevantTo<D extends Declared>(name: string, all: Declaration<D>): Declaration<D> {
  const relevant = Object.entries(all).filter(
    ([one, entries]) => one === name || entries.some((entry) => entry.extends?.includes(name))
  )
  return Object.fromEntries(relevant)
}
