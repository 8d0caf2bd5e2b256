import { App } from "./app"
import { Buyer } from "./buyer"
import { switchSurfaces } from "./oauth-client"
import { type NewCustomer, newCustomer } from "./privacy"

/** A customer with an app and an agent that shops for her, and another customer with an app. */
export interface Family {
  readonly ana: NewCustomer
  readonly app: App
  readonly other: App
  readonly buyer: Buyer
}

/** Switches on the app surface and the surfaces that create what the app shows. */
export async function openApp(): Promise<Family> {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, app_enabled: true })
  const ana = await newCustomer()
  const app = await App.of(ana)
  const other = await App.of(await newCustomer())
  return { ana, app, other, buyer: await Buyer.forPerson(ana) }
}

/** Switches the UCP and app surfaces off again. */
export const closeApp = () => switchSurfaces({ ucp_enabled: false, app_enabled: false })
