import { app } from "../../../../../surfaces/app"
import { deleteOwnCard } from "../../../../../surfaces/app/card/delete-card"
import { lowerOwnCard } from "../../../../../surfaces/app/card/lower-card"
import { mount } from "../../../../mount"

export const DELETE = mount(app, deleteOwnCard)
export const PATCH = mount(app, lowerOwnCard)
