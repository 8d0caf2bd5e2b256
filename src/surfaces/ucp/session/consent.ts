import type { Version } from "../versions"

/** A buyer's consent to one purpose, as 2026-08-25 tells it and as it is kept. */
interface Consent {
  readonly granted: boolean
  readonly [detail: string]: unknown
}

const PREFIX = "dev.ucp.consent."

/** What 2026-04-08 has a name for. */
const KNOWN = ["analytics", "preferences", "marketing", "sale_of_data"]

/** The consent in a body: booleans by the names of 2026-04-08, or objects by purpose. What is neither is not heard. */
export function consentIn(body: Readonly<Record<string, unknown>>): Record<string, Consent> {
  const members = Object.entries(body).flatMap(([name, said]): [string, Consent][] => {
    if (typeof said === "boolean")
      return KNOWN.includes(name) ? [[`${PREFIX}${name}`, { granted: said }]] : []
    return isConsent(said) ? [[name, detailsOf(said)]] : []
  })
  return Object.fromEntries(members)
}

function isConsent(said: unknown): said is Consent {
  return typeof said === "object" && said !== null && typeof (said as Partial<Consent>).granted === "boolean"
}

function detailsOf({ granted, source, description, segments }: Consent): Consent {
  const texts = Object.entries({ source, description }).filter(([, text]) => typeof text === "string")
  return { granted, ...Object.fromEntries(texts), ...(Array.isArray(segments) && { segments }) }
}

/** The consent in the words of a version. */
export function consentView(consent: Readonly<Record<string, unknown>>, version: Version): object {
  const entries = Object.entries(consent as Record<string, Consent>)
  if (version !== "2026-04-08")
    return Object.fromEntries(entries.map(([name, said]) => [name, { source: "platform", ...said }]))
  const booleans = entries.map(([name, { granted }]) => [name.replace(PREFIX, ""), granted] as const)
  return Object.fromEntries(booleans.filter(([name]) => KNOWN.includes(name)))
}
