import { dictionaryIn } from "../../../domain/structured-field"

/** What a platform declares in the `UCP-Agent` header of a request. */
export interface UcpAgent {
  /** The URL of its profile. */
  readonly profile?: string
  /**
   * The protocol version it speaks. Not part of the standard, but clients send it, as a member or as a parameter of
   * the profile.
   */
  readonly version?: string
}

/** Parses `UCP-Agent` (UCP: REST binding; RFC 8941). Both members are undefined when it is not a dictionary. */
export function agentIn(header: string): UcpAgent {
  const members = dictionaryIn(header)
  const profile = members?.get("profile")
  const version = members?.get("version")?.value ?? profile?.parameters.get("version")
  return { profile: textOf(profile?.value), version: textOf(version) }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
