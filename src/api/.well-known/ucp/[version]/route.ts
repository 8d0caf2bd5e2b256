import { ucp } from "../../../../surfaces/ucp"
import { leafProfile } from "../../../../surfaces/ucp/manifest"
import { mount } from "../../../mount"

export const GET = mount(ucp, leafProfile)
