import type { SavedView, ViewList } from "../../domain/saved-view"
import { post, remove } from "./client"
import { useOne } from "./use-one"

/** The views of a list that the user has saved, by name. */
export const useSavedViews = (list: ViewList) => useOne<{ views: SavedView[] }>("/views", { list })

/** Saves a view of a list for the user, in place of the one with the same name. */
export const saveView = (view: Omit<SavedView, "id"> & { readonly list: ViewList }) =>
  post<{ view: SavedView }>("/views", view)

/** Deletes a view of the user. */
export const deleteView = ({ id }: SavedView) => remove<object>(`/views/${id}`)
