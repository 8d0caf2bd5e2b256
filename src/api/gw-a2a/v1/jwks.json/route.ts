import { a2a } from "../../../../surfaces/a2a"
import { publicCardKeys } from "../../../../surfaces/a2a/card-keys"
import { mount } from "../../../mount"

export const GET = mount(a2a, publicCardKeys)
