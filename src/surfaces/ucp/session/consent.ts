import type { Version } from "../versions"

/** A buyer's consent to one purpose, as it is kept. */
interface Consent {
  readonly granted: boolean
  readonly source?: string
  readonly description?: string
  /** The same for parts of the purpose, by their names. */
  readonly segments?: Readonly<Record<string, Consent>>
}

const PREFIX = "dev.ucp.consent."

/** What 2026-04-08 has a name for. */
const KNOWN: Record<string, string> = {
  analytics: "Measuring how the store is used",
  preferences: "Remembering what the buyer prefers",
  marketing: "Advertising messages",
  sale_of_data: "Passing personal data on for money",
}

/** The consent in a body: booleans by the names of 2026-04-08, or objects by purpose. What is neither is not heard. */
export function consentIn(body: Readonly<Record<string, unknown>>): Record<string, Consent> {
  const members = Object.entries(body).flatMap(([name, said]): [string, Consent][] => {
    if (typeof said === "boolean")
      return Object.hasOwn(KNOWN, name) ? [[`${PREFIX}${name}`, { granted: said }]] : []
    return isConsent(said) ? [[name, detailsOf(said)]] : []
  })
  return Object.fromEntries(members)
}

function isConsent(said: unknown): said is Consent {
  return typeof said === "object" && said !== null && typeof (said as Partial<Consent>).granted === "boolean"
}

function detailsOf({ granted, source, description, segments }: Consent): Consent {
  const parts = Object.entries(segments ?? {}).filter(([, said]) => isConsent(said))
  return {
    granted,
    ...((source === "business" || source === "platform") && { source }),
    ...(typeof description === "string" && description && { description: description.slice(0, 500) }),
    ...(parts.length && { segments: Object.fromEntries(parts.map(([name, said]) => [name, plainOf(said)])) }),
  }
}

/** Parts have no parts. */
const plainOf = ({ granted, source, description }: Consent): Consent =>
  detailsOf({ granted, source, description } as Consent)

/** The consent in the words of a version. */
export function consentView(consent: Readonly<Record<string, unknown>>, version: Version): object {
  const entries = Object.entries(consent as Record<string, Consent>)
  if (version !== "2026-04-08")
    return Object.fromEntries(entries.map(([name, said]) => [name, explained(name, said)]))
  const booleans = entries.map(([name, { granted }]) => [name.replace(PREFIX, ""), granted] as const)
  return Object.fromEntries(booleans.filter(([name]) => Object.hasOwn(KNOWN, name)))
}

/** From 2026-08-25 on each consent says who has given it, and to what. */
function explained(name: string, { segments, ...said }: Consent): object {
  const description = KNOWN[name.replace(PREFIX, "")] ?? name
  const parts = Object.entries(segments ?? {})
  return {
    ...{ source: "platform", description, ...said },
    ...(parts.length && {
      segments: Object.fromEntries(parts.map(([part, one]) => [part, explained(part, one)])),
    }),
  }
}
