import { oauth } from "../../../../../../surfaces/oauth"
import { mcpResourceMetadata } from "../../../../../../surfaces/oauth/metadata"
import { mount } from "../../../../../mount"

export const GET = mount(oauth, mcpResourceMetadata)
