import { app } from "../../../../../surfaces/app"
import { deleteOwnConsent } from "../../../../../surfaces/app/consent/delete-consent"
import { lowerOwnConsent } from "../../../../../surfaces/app/consent/lower-consent"
import { mount } from "../../../../mount"

export const DELETE = mount(app, deleteOwnConsent)
export const PATCH = mount(app, lowerOwnConsent)
