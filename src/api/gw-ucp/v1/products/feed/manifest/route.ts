import { ucp } from "../../../../../../surfaces/ucp"
import { feedManifest } from "../../../../../../surfaces/ucp/catalog/feed-manifest"
import { mount } from "../../../../../mount"

export const GET = mount(ucp, feedManifest)
