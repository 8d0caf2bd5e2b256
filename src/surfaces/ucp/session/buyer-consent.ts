import type { Version } from "../ucp-versions"

/** A buyer's consent to one purpose, as it is stored. */
interface Consent {
  readonly granted: boolean
  readonly source?: string
  readonly description?: string
  /** Consents to parts of the purpose, by the names of the parts. */
  readonly segments?: Readonly<Record<string, Consent>>
}

const PREFIX = "dev.ucp.consent."

/** The purposes that 2026-04-08 defines, each with a description. */
const KNOWN: Record<string, string> = {
  analytics: "Measuring how the store is used",
  preferences: "Remembering what the buyer prefers",
  marketing: "Advertising messages",
  sale_of_data: "Passing personal data on for money",
}

/** The consents in a body: booleans with the names of 2026-04-08, or objects by purpose. Other values are ignored. */
export function consentIn(body: Readonly<Record<string, unknown>>): Record<string, Consent> {
  const members = Object.entries(body).flatMap(([name, consent]): [string, Consent][] => {
    if (typeof consent === "boolean")
      return Object.hasOwn(KNOWN, name) ? [[`${PREFIX}${name}`, { granted: consent }]] : []
    return isConsent(consent) ? [[name, detailsOf(consent)]] : []
  })
  return Object.fromEntries(members)
}

function isConsent(consent: unknown): consent is Consent {
  return (
    typeof consent === "object" &&
    consent !== null &&
    typeof (consent as Partial<Consent>).granted === "boolean"
  )
}

function detailsOf({ granted, source, description, segments }: Consent): Consent {
  const parts = Object.entries(segments ?? {}).filter(([, consent]) => isConsent(consent))
  return {
    granted,
    ...((source === "business" || source === "platform") && { source }),
    ...(typeof description === "string" && description && { description: description.slice(0, 500) }),
    ...(parts.length && {
      segments: Object.fromEntries(parts.map(([name, consent]) => [name, plainOf(consent)])),
    }),
  }
}

/** A segment has no segments of its own. */
const plainOf = ({ granted, source, description }: Consent): Consent =>
  detailsOf({ granted, source, description } as Consent)

/** The consents in the format of a protocol version. */
export function consentView(consent: Readonly<Record<string, unknown>>, version: Version): object {
  const entries = Object.entries(consent as Record<string, Consent>)
  if (version !== "2026-04-08")
    return Object.fromEntries(entries.map(([name, consent]) => [name, explained(name, consent)]))
  const booleans = entries.map(([name, { granted }]) => [name.replace(PREFIX, ""), granted] as const)
  return Object.fromEntries(booleans.filter(([name]) => Object.hasOwn(KNOWN, name)))
}

/** From 2026-08-25 on, each consent states its source and a description. */
function explained(name: string, { segments, ...consent }: Consent): object {
  const description = KNOWN[name.replace(PREFIX, "")] ?? name
  const parts = Object.entries(segments ?? {})
  return {
    source: "platform",
    description,
    ...consent,
    ...(parts.length && {
      segments: Object.fromEntries(parts.map(([part, one]) => [part, explained(part, one)])),
    }),
  }
}
