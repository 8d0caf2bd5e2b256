import type { AnyOperation } from "../../operation"
import type { Version } from "../versions"

/** What a capability, or an extension of one, is called: `dev.ucp.{service}.…`. */
export type CapabilityName = `dev.ucp.${string}`

/** An operation and the URL it has below the endpoint, a parameter written `{id}`. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly operation: AnyOperation
}

/** One capability of the store. Manifest, discovery document and negotiation follow from it. */
export interface Capability {
  readonly name: CapabilityName
  /** The page of its specification, with the service: `shopping/catalog/search`. */
  readonly spec: string
  /** Its JSON Schema, with the service: `shopping/catalog_search`. */
  readonly schema: string
  /** The capabilities it extends: without any of them it does not count. */
  readonly extends?: readonly CapabilityName[]
  /** The first version of the protocol that has it; absent, all have. */
  readonly since?: Version
  /** Whether it asks something of the platform, and so counts for those only that name it. */
  readonly is_asked_for?: true
  /** What may be called, and needs this capability. */
  readonly operations: readonly Endpoint[]
  /** What a profile says of it besides, given all capabilities that are served. */
  readonly config?: (served: readonly Capability[]) => object
}

/** Declares a capability; add it to the registry beside this file. */
export function defineCapability(definition: Capability): Capability {
  return definition
}
