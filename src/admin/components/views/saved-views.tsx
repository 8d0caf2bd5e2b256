import { Button } from "@medusajs/ui"
import { useState } from "react"
import { VIEW_LISTS, type SavedView, type ViewList } from "../../../domain/saved-view"
import { useSavedViews } from "../../api/views"
import { useText } from "../../i18n/use-text"
import { useFilters } from "../filters/use-filters"
import { SaveViewPrompt } from "./save-view-prompt"
import { ViewPill } from "./view-pill"

/**
 * Above a list: the views that the user has saved, and the button that saves the present filters and sorting. Nothing while
 * there is neither. The filters are in the page's address.
 */
export function SavedViews({ list }: { readonly list: ViewList }) {
  const t = useText()
  const [isNaming, setNaming] = useState(false)
  const { filters, sorts } = VIEW_LISTS[list]
  const { values } = useFilters<string>(filters)
  const { order } = useFilters(["order"]).values
  const isSorted = order !== undefined && (sorts as readonly string[]).includes(order.replace(/^-/, ""))
  const present: Present = { filters: setIn(values), order: isSorted ? order : null }
  const views = useSavedViews(list).data?.views ?? []
  const isSaved = views.some((view) => isSame(view, present))
  const canSave = !isSaved && !isSame(present, { filters: {}, order: null })
  if (!views.length && !canSave) return null
  return (
    <div role="group" aria-label={t("views.title")} className="flex flex-wrap items-center gap-2 px-6 py-3">
      {views.map((view) => (
        <ViewPill key={view.id} of={view} is_shown={isSame(view, present)} />
      ))}
      {canSave && (
        <Button size="small" variant="transparent" onClick={() => setNaming(true)}>
          {t("views.save")}
        </Button>
      )}
      {isNaming && <SaveViewPrompt list={list} {...present} names={views} close={() => setNaming(false)} />}
    </div>
  )
}

type Present = Pick<SavedView, "filters" | "order">

/** The filters that are set. */
const setIn = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

function isSame(one: Present, other: Present): boolean {
  const names = new Set([...Object.keys(one.filters), ...Object.keys(other.filters)])
  return one.order === other.order && [...names].every((name) => one.filters[name] === other.filters[name])
}
