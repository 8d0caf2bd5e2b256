import { a2a } from "../../../../../../surfaces/a2a"
import { scaReturn } from "../../../../../../surfaces/a2a/sca-return"
import { mount } from "../../../../../mount"

export const GET = mount(a2a, scaReturn)
