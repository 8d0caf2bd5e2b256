import { a2aRest } from "../../../../../../surfaces/a2a"
import { getTask } from "../../../../../../surfaces/a2a/dialects/rest/endpoints"
import { mount } from "../../../../../mount"

export const GET = mount(a2aRest, getTask)
