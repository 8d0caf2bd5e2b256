import type { AnyOperation } from "../../../gateway/operation"
import type { Version } from "../ucp-versions"

/** Name of a capability or extension: `dev.ucp.{service}.…`. */
export type CapabilityName = `dev.ucp.${string}`

/** An operation and its path below the endpoint. Path parameters are written `{id}`. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly operation: AnyOperation
}

/** One capability of the store. The manifest, the discovery document and negotiation are derived from it. */
export interface Capability {
  readonly name: CapabilityName
  /** Path of its specification page, starting with the service: `shopping/catalog/search`. */
  readonly spec: string
  /** Path of its JSON Schema, starting with the service: `shopping/catalog_search`. */
  readonly schema: string
  /** The capabilities it extends. Negotiation drops it when it keeps none of them. */
  readonly extends?: readonly CapabilityName[]
  /** The first protocol version that has it. Absent: every version has it. */
  readonly since?: Version
  /** Opt-in: it requires work from the platform, so only platforms that declare it get it. */
  readonly is_opt_in?: true
  /** The operations that need this capability. */
  readonly operations: readonly Endpoint[]
  /** Its `config` member in a profile of a version, computed from all served capabilities. */
  readonly config?: (served: readonly Capability[], version: Version) => object
}

/** A capability as a profile declares it. */
export interface CapabilityEntry {
  readonly version: Version
  readonly spec: string
  readonly schema: string
  readonly extends?: readonly string[]
  readonly config?: object
}

/** Declares a capability. Add it to the registry in `index.ts`. */
export function defineCapability(definition: Capability): Capability {
  return definition
}
