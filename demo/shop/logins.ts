/** Who can log in, and how. */
export interface Login {
  email: string
  password: string
}

/** The shop's administrator. These logins are printed on every start and worth nothing outside the demo. */
export const ADMIN: Login = { email: "admin@example.com", password: "supersecret" }

/** A shopper with an address in Cluj. */
export const CUSTOMER: Login = { email: "ana@example.com", password: "supersecret" }
