import { app } from "../../../../../surfaces/app"
import { deleteOwnCard } from "../../../../../surfaces/app/card/delete-card"
import { mount } from "../../../../mount"

export const DELETE = mount(app, deleteOwnCard)
