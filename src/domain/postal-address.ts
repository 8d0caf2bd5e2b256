/** The members of a postal address in UCP (UCP: Postal Address) and their columns in Medusa. */
const COLUMNS = {
  street_address: "address_1",
  extended_address: "address_2",
  address_locality: "city",
  address_region: "province",
  postal_code: "postal_code",
  address_country: "country_code",
  first_name: "first_name",
  last_name: "last_name",
  phone_number: "phone",
} as const

type Member = keyof typeof COLUMNS
const MEMBERS = Object.entries(COLUMNS) as [Member, (typeof COLUMNS)[Member]][]

/** A postal address with UCP's member names. The country is uppercase ISO 3166-1 alpha-2. */
export type PostalAddress = { readonly [member in Member]?: string }

/** A postal address with Medusa's column names. The country is lowercase. */
export type StoredAddress = { readonly [column in (typeof COLUMNS)[Member]]?: string | null }

/** Converts Medusa's address to UCP's; absent values are omitted. */
export function postalAddress(stored: StoredAddress): PostalAddress {
  const known = MEMBERS.flatMap(([member, column]) => {
    const value = stored[column]
    return value ? [[member, member === "address_country" ? value.toUpperCase() : value]] : []
  })
  return Object.fromEntries(known) as PostalAddress
}

/** Converts UCP's address to Medusa's. */
export function storedAddress(address: PostalAddress): { [column in keyof StoredAddress]: string } {
  const known = MEMBERS.flatMap(([member, column]) => {
    const value = address[member]
    return value === undefined ? [] : [[column, member === "address_country" ? value.toLowerCase() : value]]
  })
  return Object.fromEntries(known) as { [column in keyof StoredAddress]: string }
}

const PLACE = [
  ...(["street_address", "extended_address", "address_locality"] as const),
  ...(["address_region", "postal_code", "address_country"] as const),
]
const CONTACT = ["first_name", "last_name", "phone_number"] as const

/**
 * Whether an address equals a saved one: the same place, and no other recipient or phone number. Letter case and spaces
 * do not count. An address without a recipient is for the saved one's.
 */
export function isSavedAs(address: PostalAddress, saved: PostalAddress): boolean {
  const isSame = (member: Member) => comparable(address[member]) === comparable(saved[member])
  return PLACE.every(isSame) && CONTACT.every((member) => !address[member] || isSame(member))
}

const comparable = (text = "") => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase()
