/** What differs between the documents of protocol versions. */
interface VersionDocuments {
  /** The path of a specification's page, below the version's root. */
  specOf(page: string): string
  /** The members in which a profile publishes the store's public keys. */
  keyMembers(keys: readonly object[]): object
}

/**
 * The served protocol versions. Pages are named as in 2026-08-25, with the service they belong to; earlier URLs do
 * not contain the service. 2026-04-08 reads `signing_keys`, and `keys` beside it does no harm.
 */
export const VERSIONS = {
  "2026-04-08": {
    specOf: (page) => page.replace(/^\w+\//, ""),
    keyMembers: (keys) => ({ signing_keys: keys, keys }),
  },
  "2026-08-25": {
    specOf: (page) => page,
    keyMembers: (keys) => ({ keys }),
  },
} as const satisfies Record<string, VersionDocuments>

export type Version = keyof typeof VERSIONS

/** The version for clients that name none. */
export const DEFAULT_VERSION: Version = "2026-04-08"

/** The names of all versions. */
export const VERSION_NAMES = Object.keys(VERSIONS) as Version[]

/** Whether the store serves this version. */
export function isServed(version: string): version is Version {
  return Object.hasOwn(VERSIONS, version)
}

const SITE = "https://ucp.dev"

/** The URL of a page of a version's specification. */
export const specUrl = (version: Version, page: string): string =>
  `${SITE}/${version}/specification/${VERSIONS[version].specOf(page)}`

/** The URL of a schema of a version. */
export const schemaUrl = (version: Version, file: string): string => `${SITE}/${version}/${file}`
