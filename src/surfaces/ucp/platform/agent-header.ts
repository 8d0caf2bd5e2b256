import { dictionaryIn } from "../../../domain/structured-field"

/** What a platform says of itself with every request. */
export interface UcpAgent {
  /** The address of its profile. */
  readonly profile?: string
  /** The version it speaks: no part of the standard, but clients send it, as a member or beside the profile. */
  readonly version?: string
}

/** What `UCP-Agent` says (UCP: REST binding; RFC 8941): nothing, when it is not a dictionary. */
export function agentIn(header: string): UcpAgent {
  const members = dictionaryIn(header)
  const profile = members?.get("profile")
  const version = members?.get("version")?.value ?? profile?.parameters.get("version")
  return { profile: textOf(profile?.value), version: textOf(version) }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
