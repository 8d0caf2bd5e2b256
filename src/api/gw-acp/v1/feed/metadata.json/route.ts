import { acp } from "../../../../../surfaces/acp"
import { feedMetadata } from "../../../../../surfaces/acp/feed/feed-metadata"
import { mount } from "../../../../mount"

export const GET = mount(acp, feedMetadata)
