import { ucp } from "../../../../../surfaces/ucp"
import { productFeed } from "../../../../../surfaces/ucp/catalog/product-feed"
import { mount } from "../../../../mount"

export const GET = mount(ucp, productFeed)
