import { acp } from "../../../../../surfaces/acp"
import { feedProducts } from "../../../../../surfaces/acp/feed/feed-products"
import { mount } from "../../../../mount"

export const GET = mount(acp, feedProducts)
