/** The e-mail address and password of a login. */
export interface Login {
  email: string
  password: string
}

/** The shop's administrator. These logins are printed at every start, and are useless outside of the demo. */
export const ADMIN: Login = { email: "admin@example.com", password: "supersecret" }

/** A customer with an address in Cluj. */
export const CUSTOMER: Login = { email: "ana@example.com", password: "supersecret" }
