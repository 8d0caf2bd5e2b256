import { app } from "../../../../../surfaces/app"
import { deleteOwnConsent } from "../../../../../surfaces/app/consent/delete-consent"
import { mount } from "../../../../mount"

export const DELETE = mount(app, deleteOwnConsent)
