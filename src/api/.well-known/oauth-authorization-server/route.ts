import { oauth } from "../../../surfaces/oauth"
import { authorizationServerMetadata } from "../../../surfaces/oauth/metadata"
import { mount } from "../../mount"

export const GET = mount(oauth, authorizationServerMetadata)
