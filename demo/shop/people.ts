import type { CreateCustomerAddressDTO, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createCustomerAccountWorkflow,
  createCustomerAddressesWorkflow,
  createUserAccountWorkflow,
} from "@medusajs/medusa/core-flows"
import { ADMIN, CUSTOMER, type Login } from "./logins"

const NAME = { first_name: "Ana", last_name: "Popescu" }
const ADDRESS = {
  ...NAME,
  address_name: "Home",
  address_1: "Strada Eroilor 7",
  city: "Cluj-Napoca",
  postal_code: "400129",
  country_code: "ro",
  phone: "+40740000000",
  is_default_shipping: true,
  is_default_billing: true,
}

/** Creates the administrator for the login at /app. */
export async function ensureAdmin(container: MedusaContainer): Promise<void> {
  const { email } = ADMIN
  const [user] = await container.resolve(Modules.USER).listUsers({ email })
  if (user) return
  const authIdentityId = await identityOf(container, ADMIN)
  const input = { authIdentityId, userData: { email, first_name: "Demo", last_name: "Admin" } }
  await createUserAccountWorkflow(container).run({ input })
}

/** A customer with a login: the name, and the addresses that they have saved. */
export interface CustomerAccount {
  login: Login
  name: { first_name: string; last_name: string }
  phone?: string
  addresses: Omit<CreateCustomerAddressDTO, "customer_id">[]
}

/** Creates the customer, with a login and a default address. */
export async function ensureCustomer(container: MedusaContainer): Promise<void> {
  await ensureAccount(container, {
    login: CUSTOMER,
    name: NAME,
    phone: ADDRESS.phone,
    addresses: [ADDRESS],
  })
}

/** Creates a customer with a login and addresses, unless the e-mail address has an account. */
export async function ensureAccount(container: MedusaContainer, account: CustomerAccount): Promise<void> {
  const { login, name, phone } = account
  const { email } = login
  const [found] = await container.resolve(Modules.CUSTOMER).listCustomers({ email, has_account: true })
  if (found) return
  const authIdentityId = await identityOf(container, login)
  const { result } = await createCustomerAccountWorkflow(container).run({
    input: { authIdentityId, customerData: { email, ...name, phone } },
  })
  const addresses = account.addresses.map((address) => ({ ...address, customer_id: result.id }))
  if (addresses.length) await createCustomerAddressesWorkflow(container).run({ input: { addresses } })
}

/** The login of an e-mail address, registered if needed: an interrupted seed may have created it without its user. */
async function identityOf(container: MedusaContainer, body: Login): Promise<string> {
  const auth = container.resolve(Modules.AUTH)
  const [known] = await auth.listProviderIdentities({ entity_id: body.email, provider: "emailpass" })
  if (known?.auth_identity_id) return known.auth_identity_id
  const { authIdentity, error } = await auth.register("emailpass", { body: { ...body } })
  if (!authIdentity) throw new Error(`cannot register ${body.email}: ${error}`)
  return authIdentity.id
}
