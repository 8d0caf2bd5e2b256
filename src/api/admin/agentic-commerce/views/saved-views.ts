import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { ISettingsModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { MOST_VIEWS, type SavedView, type ViewList } from "../../../../domain/saved-view"
import { bankOf, found, notAllowed, staffOf } from "../modules"
import type { SaveView } from "./validators"

type Request = AuthenticatedMedusaRequest<unknown>

/** What Medusa's Settings module stores for a table of its own: columns, filters and sorting. */
type Stored = Awaited<ReturnType<ISettingsModuleService["listViewConfigurations"]>>[number]

const settingsOf = (req: Request) => req.scope.resolve<ISettingsModuleService>(Modules.SETTINGS)

/** The name of a list among Medusa's entities. No entity of Medusa's own has this prefix. */
const PREFIX = "agentic_commerce_"

/** The views that the member of the staff has saved for a list, by name. */
export async function savedViews(req: Request, list: ViewList): Promise<SavedView[]> {
  const stored = await settingsOf(req).listViewConfigurations(ownOf(req, list), {
    take: MOST_VIEWS,
    order: OLDEST_FIRST,
  })
  return stored.map(toView).sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * Saves a view for the member of the staff, in place of the one with the same name. Of several concurrent requests, only one
 * creates it. Throws Medusa's 400 when they have as many as they can have for the list, and `request_in_progress` when their
 * other requests for the list take longer than 35 seconds.
 */
export async function saveView(req: Request, view: SaveView): Promise<SavedView> {
  const lock = await bankOf(req).cartLocks.acquire(`views of ${PREFIX}${view.list} of ${staffOf(req)}`)
  try {
    return toView((await replaceView(req, view)) ?? (await createView(req, view)))
  } finally {
    await lock.release()
  }
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

const OLDEST_FIRST = { created_at: "ASC", id: "ASC" } as const

/** The views of a list that belong to the member of the staff. */
const ownOf = (req: Request, list: ViewList) => ({ entity: PREFIX + list, user_id: staffOf(req) })

/** Replaces the view of the same name. Undefined if there is none, or if it has just been deleted. */
async function replaceView(req: Request, { name, ...view }: SaveView): Promise<Stored | undefined> {
  const own = { ...ownOf(req, view.list), name }
  const [same] = await settingsOf(req).listViewConfigurations(own, { take: 1, order: OLDEST_FIRST })
  if (!same) return undefined
  const configuration = toConfiguration(view)
  // The types of Medusa do not say that it returns undefined for a view that does not exist.
  const updated: Stored | undefined = await settingsOf(req).updateViewConfigurations(same.id, {
    configuration,
  })
  return updated && { ...same, configuration }
}

async function createView(req: Request, { name, ...view }: SaveView): Promise<Stored> {
  const own = ownOf(req, view.list)
  const [, count] = await settingsOf(req).listAndCountViewConfigurations(own, { take: 1 })
  if (count >= MOST_VIEWS)
    throw notAllowed(`You can save ${MOST_VIEWS} views of this list at most. Delete one first.`)
  return settingsOf(req).createViewConfigurations({ ...own, name, configuration: toConfiguration(view) })
}

const toConfiguration = ({ filters, order }: Pick<SaveView, "filters" | "order">) => ({
  visible_columns: [],
  column_order: [],
  filters,
  sorting: toSorting(order),
})

const toSorting = (order: string | null) =>
  order === null ? null : { id: order.replace(/^-/, ""), desc: order.startsWith("-") }

function toView({ id, name, configuration: { filters, sorting } }: Stored): SavedView {
  const order = sorting ? `${sorting.desc ? "-" : ""}${sorting.id}` : null
  return { id, name, filters: filters as SavedView["filters"], order }
}
