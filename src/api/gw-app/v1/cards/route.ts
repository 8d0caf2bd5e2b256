import { app } from "../../../../surfaces/app"
import { listOwnCards } from "../../../../surfaces/app/card/list-cards"
import { mount } from "../../../mount"

export const GET = mount(app, listOwnCards)
