import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { ISettingsModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { MOST_VIEWS, type SavedView, type ViewList } from "../../../../domain/saved-view"
import { found, notAllowed, staffOf } from "../modules"
import type { SaveView } from "./validators"

type Request = AuthenticatedMedusaRequest<unknown>

/** What Medusa's Settings module stores for a table of its own: columns, filters and sorting. */
type Stored = Awaited<ReturnType<ISettingsModuleService["listViewConfigurations"]>>[number]

const settingsOf = (req: Request) => req.scope.resolve<ISettingsModuleService>(Modules.SETTINGS)

/** The name of a list among Medusa's entities, of which none has this prefix. */
const PREFIX = "agentic_commerce_"

/** The views that the member of the staff has saved for a list, by name. */
export async function savedViews(req: Request, list: ViewList): Promise<SavedView[]> {
  const stored = await storedViews(req, list)
  return stored.map(toView).sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * Saves a view for the member of the staff, in place of the one with the same name. Throws Medusa's 400 when they have as many as
 * they can have for the list.
 */
export async function saveView(req: Request, { list, name, filters, order }: SaveView): Promise<SavedView> {
  const stored = await storedViews(req, list)
  const configuration = { visible_columns: [], column_order: [], filters, sorting: toSorting(order) }
  const same = stored.find((one) => one.name === name)
  if (same) {
    await settingsOf(req).updateViewConfigurations(same.id, { configuration })
    return toView({ ...same, configuration })
  }
  if (stored.length >= MOST_VIEWS)
    throw notAllowed(`You can save ${MOST_VIEWS} views of this list at most. Delete one first.`)
  const entity = PREFIX + list
  const user_id = staffOf(req)
  return toView(await settingsOf(req).createViewConfigurations({ entity, name, user_id, configuration }))
}

/** Deletes a view of the member of the staff. Throws Medusa's 404 for another person's and for one of Medusa's tables. */
export async function deleteView(req: Request, id: string): Promise<void> {
  const stored = await settingsOf(req).listViewConfigurations({ id, user_id: staffOf(req) })
  found(
    stored.find(({ entity }) => entity.startsWith(PREFIX)),
    "view"
  )
  await settingsOf(req).deleteViewConfigurations(id)
}

const storedViews = (req: Request, list: ViewList): Promise<Stored[]> =>
  settingsOf(req).listViewConfigurations(
    { entity: PREFIX + list, user_id: staffOf(req) },
    { take: MOST_VIEWS }
  )

const toSorting = (order: string | null) =>
  order === null ? null : { id: order.replace(/^-/, ""), desc: order.startsWith("-") }

function toView({ id, name, configuration: { filters, sorting } }: Stored): SavedView {
  const order = sorting ? `${sorting.desc ? "-" : ""}${sorting.id}` : null
  return { id, name, filters: filters as SavedView["filters"], order }
}
