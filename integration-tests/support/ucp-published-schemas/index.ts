import { Ajv2020 as Ajv, type AnySchemaObject } from "ajv/dist/2020"
import current from "./2026-08-25.json"
import earlier from "./2026-04-08.json"

/** What a response contains. */
export type Payload = "profile" | "search" | "lookup" | "product" | "cart" | "checkout" | "order" | "error"

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  "uri-reference": (text: string) => URL.canParse(text, "https://store.example"),
  "date-time": (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
}

const SHOPPING = "https://ucp.dev/schemas/shopping"
const REFERENCES: Record<Exclude<Payload, "profile" | "error">, string> = {
  search: `${SHOPPING}/catalog_search.json#/$defs/search_response`,
  lookup: `${SHOPPING}/catalog_lookup.json#/$defs/lookup_response`,
  product: `${SHOPPING}/catalog_lookup.json#/$defs/get_product_response`,
  cart: `${SHOPPING}/cart.json`,
  checkout: `${SHOPPING}/checkout.json`,
  order: `${SHOPPING}/order.json`,
}

const VERSIONS = {
  "2026-04-08": {
    schemas: earlier,
    references: {
      ...REFERENCES,
      profile: "https://ucp.dev/discovery/profile_schema.json#/$defs/business_profile",
      error: `${SHOPPING}/types/error_response.json`,
    },
  },
  "2026-08-25": {
    schemas: current,
    references: {
      ...REFERENCES,
      profile: "https://ucp.dev/schemas/profile.json#/$defs/business_schema",
      error: "https://ucp.dev/schemas/common/types/error_response.json",
    },
  },
} as const

type Version = keyof typeof VERSIONS

/** The schemas of a version. Extensions are found by the name of their capability. */
class Published {
  private readonly ajv: Ajv
  private readonly extensions: ReadonlyMap<string, AnySchemaObject>

  constructor(
    schemas: readonly AnySchemaObject[],
    private readonly references: Record<Payload, string>
  ) {
    const responses = schemas.map((schema) => forResponses(schema) as AnySchemaObject)
    this.ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS, schemas: responses })
    this.extensions = new Map(responses.map((schema) => [String(schema.name), schema]))
  }

  /** What of a body contradicts the schema of its payload, or that of a negotiated capability that extends it. */
  deviations(payload: Payload, body: object, capabilities: readonly string[]): string[] {
    const references = [this.references[payload], ...this.extensionsOf(payload, capabilities)]
    return references.flatMap((reference) => {
      const validate = this.ajv.getSchema(reference)
      if (!validate) return [`there is no schema ${reference}`]
      return validate(body) ? [] : [this.ajv.errorsText(validate.errors, { dataVar: payload })]
    })
  }

  private extensionsOf(payload: Payload, capabilities: readonly string[]): string[] {
    const extended = `dev.ucp.shopping.${payload}`
    const schemas = capabilities.flatMap((name) => this.extensions.get(name) ?? [])
    return schemas.flatMap(({ $id, $defs }) =>
      Object.hasOwn(($defs ?? {}) as object, extended) ? [`${String($id)}#/$defs/${extended}`] : []
    )
  }
}

/** The schema with what `ucp_response` says of members of responses: omitted, or required. */
function forResponses(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forResponses)
  if (typeof schema !== "object" || schema === null) return schema
  const copy: AnySchemaObject = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, forResponses(part)])
  )
  const properties = (copy.properties ?? {}) as Record<string, AnySchemaObject>
  const marked = (as: string) =>
    Object.keys(properties).filter((name) => properties[name]?.ucp_response === as)
  for (const name of marked("omit")) Object.assign(properties, { [name]: false })
  const required = marked("required")
  return required.length ? { ...copy, required: [...new Set([...listOf(copy.required), ...required])] } : copy
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const published = new Map<Version, Published>()

function publishedIn(version: Version): Published {
  const { schemas, references } = VERSIONS[version]
  const known = published.get(version) ?? new Published(schemas, references)
  published.set(version, known)
  return known
}

/** The members of every response that say how it is to be read. */
interface Envelope {
  readonly ucp?: {
    readonly version?: string
    readonly status?: string
    readonly capabilities?: Readonly<Record<string, unknown>>
  }
}

/** What of a response contradicts the published schemas of the version that the response names. */
export function deviationsOf(payload: Payload, body: Envelope): string[] {
  const { version = "", status, capabilities = {} } = body.ucp ?? {}
  if (!Object.hasOwn(VERSIONS, version)) return [`${payload} names the unknown version "${version}"`]
  const kind = status === "error" ? "error" : payload
  return publishedIn(version as Version).deviations(kind, body, Object.keys(capabilities))
}
