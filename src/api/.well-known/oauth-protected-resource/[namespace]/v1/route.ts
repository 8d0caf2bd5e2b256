import { oauth } from "../../../../../surfaces/oauth"
import { protectedResourceMetadata } from "../../../../../surfaces/oauth/metadata"
import { mount } from "../../../../mount"

export const GET = mount(oauth, protectedResourceMetadata)
