import { ucp } from "../../../surfaces/ucp"
import { manifest } from "../../../surfaces/ucp/manifest"
import { mount } from "../../mount"

export const GET = mount(ucp, manifest)
